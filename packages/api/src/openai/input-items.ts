import * as z from "zod";
import { checkInput } from "../errors/check-input.ts";
import { refused } from "../errors/refusal.ts";

interface ContentPart {
  readonly type: "input_text" | "output_text" | "refusal" | "input_image" | "input_file";
  readonly text?: string | undefined;
  readonly refusal?: string | undefined;
  readonly image_url?: string | null | undefined;
  readonly file_data?: string | null | undefined;
  readonly filename?: string | null | undefined;
}

type Content = string | readonly ContentPart[];

interface Reading {
  readonly messages: ChatMessage[];
  /** Of the item, such as `input[3]`. */
  readonly place: string;
}

interface ChatMessage {
  readonly role: string;
  content?: unknown;
  tool_calls?: unknown[];
  readonly tool_call_id?: string;
}

/** Finds an item of an answer that is kept. */
export type FindItem = (id: string) => Promise<unknown>;

/**
 * Items of Responses as messages of Chat Completions, which have a form here already.
 *
 * @throws {HermesError} `API_BAD_REQUEST`, `API_UNSUPPORTED`, and what `find` throws; with the place of the item.
 */
export async function readItems(
  items: string | readonly { readonly type?: string | undefined }[],
  find: FindItem,
): Promise<readonly { readonly role: string }[]> {
  if (typeof items === "string") return [{ role: "user", content: items } as { readonly role: string }];
  const messages: ChatMessage[] = [];
  for (const [index, item] of items.entries()) {
    const place = `input[${index}]`;
    // oxlint-disable-next-line no-await-in-loop -- an item goes into the message of the one before it
    const whole = item.type === "item_reference" ? await find(checkInput(reference, item, place).id) : item;
    readItem(checkInput(typed, whole, place), { messages, place });
  }
  return messages;
}

const typed = z.looseObject({ type: z.string().optional() });
const reference = z.looseObject({ id: z.string().min(1) });
const parts = z.array(
  z.looseObject({
    type: z.enum(["input_text", "output_text", "refusal", "input_image", "input_file"]),
    text: z.string().optional(),
    refusal: z.string().optional(),
    image_url: z.string().nullish(),
    file_data: z.string().nullish(),
    filename: z.string().nullish(),
  }),
);
const content = z.union([z.string(), parts]);
const message = z.looseObject({ role: z.enum(["system", "developer", "user", "assistant"]), content });
const call = z.looseObject({
  call_id: z.string().min(1).max(256),
  name: z.string().min(1).max(256),
  arguments: z.string(),
});
const output = z.looseObject({ call_id: z.string().min(1).max(256), output: content });

function readItem(item: { readonly type?: string | undefined }, { messages, place }: Reading): void {
  switch (item.type) {
    // What was thought is good for the model alone that thought it.
    case "reasoning":
      return;
    case undefined:
    case "message": {
      const { role, content: said } = checkInput(message, item, place);
      messages.push({ role, content: contentOf(said, place) });
      return;
    }
    case "function_call": {
      const { call_id: id, name, arguments: written } = checkInput(call, item, place);
      const last = messages.at(-1);
      const one = { id, function: { name, arguments: written } };
      // Calls of one answer are one message.
      if (last?.role === "assistant") last.tool_calls = [...(last.tool_calls ?? []), one];
      else messages.push({ role: "assistant", content: null, tool_calls: [one] });
      return;
    }
    case "function_call_output": {
      const { call_id: id, output: given } = checkInput(output, item, place);
      messages.push({ role: "tool", tool_call_id: id, content: contentOf(given, place) });
      return;
    }
    default:
      throw refused("API_UNSUPPORTED", `Items of the type "${item.type}" can't be taken.`, { param: place });
  }
}

function contentOf(given: Content, place: string): unknown {
  return typeof given === "string" ? given : given.map((part) => partOf(part, place));
}

function partOf(part: ContentPart, place: string): Readonly<Record<string, unknown>> {
  switch (part.type) {
    case "input_image":
      if (typeof part.image_url !== "string")
        throw refused("API_UNSUPPORTED", "An image needs its `image_url`.", { param: place });
      return { type: "image_url", image_url: { url: part.image_url } };
    case "input_file":
      if (typeof part.file_data !== "string")
        throw refused("API_UNSUPPORTED", "A file needs its `file_data`.", { param: place });
      return { type: "file", file: { file_data: part.file_data, filename: part.filename ?? undefined } };
    default:
      return { type: "text", text: part.text ?? part.refusal ?? "" };
  }
}
