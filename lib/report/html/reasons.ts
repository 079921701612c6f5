/**
 * What could not run, by reason: what dependents of one fault have to say is said once.
 *
 * @module
 */
import type { ViewItem } from "../view.ts";
import { anchor, attribute, words } from "./escape.ts";
import { evidence, type Telling } from "./result.ts";
import { itemData } from "./tables.ts";

/** A section of reasons; nothing where there is none. */
export function reasonSection(
  id: string,
  title: string,
  items: readonly ViewItem[],
  telling: Telling,
): string {
  if (items.length === 0) return "";
  const groups = [...Map.groupBy(items, ({ message }) => message)];
  return [
    `<section class="reasons" aria-labelledby="${id}">`,
    `<h2 id="${id}">${words(title)} <small>${items.length}</small></h2><ul>`,
    ...groups.map(([reason, members]) => reasonItem(reason, members, telling)),
    "</ul></section>",
  ].join("\n");
}

function reasonItem(reason: string, members: readonly ViewItem[], telling: Telling): string {
  const names = members.map((item) => {
    const name = attribute(anchor("r", item.id));
    return `<li ${itemData(item)} id="${name}"><code>${words(item.id, 120)}</code></li>`;
  });
  const cited = [...new Set(members.flatMap(({ exchanges }) => exchanges))];
  const seen = evidence(cited, members[0]!.id, telling);
  return `<li><p>${words(reason)}</p><ul class="names">${names.join("")}</ul>${
    seen === "" ? "" : `<details><summary>What was seen</summary>${seen}</details>`
  }</li>`;
}
