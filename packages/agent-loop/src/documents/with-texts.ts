import type { FilePart, Model, UserMessage, UserPart } from "@hermes/models";
import { takesFile } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import { settleOrAbandon } from "../turn/settle-or-abandon.ts";
import { nameOf } from "./check-media.ts";
import type { DocumentReader } from "./document-reader.ts";
import { reasonOf } from "../reason-of.ts";

/** Longer ones are cut; of a smaller model half of its window. */
const maxChars = 200_000;
const charsPerToken = 4;

export interface WithTextsOptions {
  readonly model: Pick<Model, "abilities" | "takesFile" | "contextWindow">;
  readonly documents: DocumentReader;
  readonly signal: AbortSignal;
  readonly warn: (warning: { readonly code: string; readonly message: string }) => void;
}

/**
 * The words with what their files say, where the model does not take such files. Made once, before they are written: from then on a
 * request carries the same, whatever reads them later.
 */
export async function withTexts(message: UserMessage, options: WithTextsOptions): Promise<UserMessage> {
  if (!message.content.some((part) => needsText(part, options.model))) return message;
  const content: UserPart[] = [];
  for (const part of message.content)
    // oxlint-disable-next-line no-await-in-loop -- one large file at a time
    content.push(needsText(part, options.model) ? await withText(part, options) : part);
  return { ...message, content };
}

function needsText(part: UserPart, model: WithTextsOptions["model"]): part is FilePart {
  return part.type === "file" && part.asText === undefined && !takesFile(model, part);
}

async function withText(
  file: FilePart,
  { model, documents, signal, warn }: WithTextsOptions,
): Promise<FilePart> {
  const read = await settleOrAbandon(
    Promise.resolve().then(async () => await documents(file, { signal })),
    signal,
  );
  if (read.kind === "thrown" && !signal.aborted) {
    const reason = reasonOf(read.error);
    const hint = HermesError.is(read.error) && read.error.hint !== undefined ? ` ${read.error.hint}` : "";
    warn({ code: "DOCUMENT_UNREADABLE", message: `${nameOf(file)} could not be read: ${reason}${hint}` });
  }
  if (read.kind !== "value" || read.value === undefined) return file;
  const most = Math.min(maxChars, Math.floor((model.contextWindow * charsPerToken) / 2));
  return { ...file, asText: bounded(read.value, most) };
}

function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  const beginning = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
  return `${beginning}\n[cut here: the first ${beginning.length} of ${text.length} characters]`;
}
