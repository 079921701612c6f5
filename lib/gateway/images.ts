/**
 * Images, by reference or by value, in the three dialects. What only one vendor can resolve (a file id)
 * can't be carried.
 *
 * @module
 */
import type { Fields } from "./fields.ts";
import { jsonText, type Out } from "./json_out.ts";
import type { NeutralImage } from "./neutral.ts";
import { refusal } from "./trouble.ts";

const DATA_URL = /^data:([^;,]+);base64,/;

function imageOf(url: string, detail: string | undefined): NeutralImage {
  const more = detail === undefined ? {} : { detail };
  const mediaType = DATA_URL.exec(url)?.[1];
  if (mediaType === undefined) return { url, ...more };
  return { mediaType, base64: url.slice(url.indexOf(",") + 1), ...more };
}

/** Chat's `{type: image_url, image_url: {url, detail?}}`. */
export function readChatImage(part: Fields): NeutralImage {
  const image = part.child("image_url");
  if (image === undefined) throw part.fault("an image without image_url");
  const read = imageOf(image.requiredText("url"), image.text("detail"));
  image.close();
  return read;
}

/** Responses' `{type: input_image, image_url, detail?}`; its `file_id` is the vendor's own. */
export function readResponsesImage(part: Fields): NeutralImage {
  if (part.text("file_id") !== undefined) {
    throw part.fault("only its own vendor knows this file; send the image itself", "file_id");
  }
  return imageOf(part.requiredText("image_url"), part.text("detail"));
}

/** Messages' `{type: image, source}`. */
export function readMessagesImage(part: Fields): NeutralImage {
  const source = part.child("source");
  if (source === undefined) throw part.fault("an image without source");
  const type = source.requiredText("type");
  if (type === "url") return { url: source.requiredText("url") };
  if (type === "base64") {
    return { mediaType: source.requiredText("media_type"), base64: source.requiredText("data") };
  }
  throw source.fault("only its own vendor knows this source; send the image itself", "type");
}

function urlOf(image: NeutralImage): string {
  return "url" in image ? image.url : `data:${image.mediaType};base64,${image.base64}`;
}

export function chatImage(image: NeutralImage): Out {
  return { type: "image_url", image_url: { url: urlOf(image), detail: image.detail } };
}

export function responsesImage(image: NeutralImage): Out {
  return { type: "input_image", image_url: urlOf(image), detail: image.detail ?? "auto" };
}

/** Messages knows no `detail`; it is a hint on cost, and left out. */
export function messagesImage(image: NeutralImage): Out {
  if (!("url" in image)) {
    const { mediaType, base64 } = image;
    return { type: "image", source: { type: "base64", media_type: mediaType, data: base64 } };
  }
  if (!/^https?:/.test(image.url)) {
    throw refusal(`an image at ${jsonText(image.url.slice(0, 40))} is neither http nor base64`, "");
  }
  return { type: "image", source: { type: "url", url: image.url } };
}
