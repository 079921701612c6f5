/**
 * How to mend an answer whose form isn't its dialect's, by the code of the fault.
 *
 * @module
 */

/** One sentence a code; codes that aren't here have the sentence of all grammar. */
export const GRAMMAR_HINTS: Readonly<Record<string, string>> = {
  "after-terminal": "Send nothing once the stream has said how it ended.",
  "second-terminal": "Say once how the stream ended.",
  "success-after-error": "Send no finish and no terminal of a success behind an error.",
  "done-after-error": "Better end a stream of Chat with its error, without [DONE].",
  "done-marker": "Send [DONE] to clients of Chat alone.",
  "done-without-finish": "Send a finish_reason before [DONE], or an error in place of both.",
  "done-before-terminal": "Send response.completed, .incomplete or .failed before [DONE].",
  "stop-without-reason": "Send a message_delta with a stop_reason before message_stop.",
  "start-missing": "Begin with message_start in Messages, with response.created in Responses.",
  "start-not-empty":
    "Begin messages, blocks, items and parts empty, and send what is in them as deltas.",
  "second-start": "Begin an answer once.",
  "second-finish": "Say once why the answer ended.",
  "delta-after-finish": "Send everything the model said before the finish_reason.",
  "usage-before-finish": "Send the usage with the finish_reason, or in a chunk behind it.",
  "choices-empty": "Leave choices empty in the chunk that has the usage, and in no other.",
  "choices-missing": "Give each chunk and answer its list of choices.",
  "role-missing": "Say the role assistant in the first delta.",
  "event-name": "Name each event as its data's type; in Chat, don't name it.",
  "block-open": "Stop one block before the next one starts.",
  "block-not-stopped": "Stop each block before the message_delta.",
  "no-delta": "Send at least one delta in each block; an empty partial_json will do.",
  "index-gap": "Count blocks, items, parts and calls from 0, without a gap.",
  "index-reused": "Give each block, item and call an index of its own.",
  "index-missing": "Give each fragment, block and item its index.",
  "delta-type": "Send each block and item the deltas of its own type.",
  "delta-without-start": "Start a block or add an item before its deltas.",
  "delta-after-stop": "Send a block's or an item's deltas before it is done.",
  "step-missing":
    "Begin and end what is in an item: content_part.added and .done, output_text.done or arguments.done.",
  "item-not-done": "Send output_item.done for each item before the terminal event.",
  "snapshot-differs": "Repeat in .done events and in the final output what the deltas add up to.",
  "sequence-missing": "Number the events of Responses with sequence_number.",
  "sequence-order": "Let sequence_number grow from event to event.",
  "usage-missing":
    "Give message, message_start and message_delta their usage; zeros where it isn't known.",
  "usage-not-cumulative": "Let output_tokens of a later message_delta be the whole so far.",
  "finish-missing": "Say in each whole answer why it ended.",
  "error-form": "Tell an error as an object with a message, in the client's dialect.",
  "error-nested": "Better put code, message and param of an error event beside its type.",
  "bad-json": "Put one whole JSON value into each event and body.",
  "bad-utf8": "Never cut a text inside a character, nor decode pieces by themselves.",
  "unterminated-block": "End each event with a blank line.",
  "duplicate-key": "Better name each key of an object once.",
};
