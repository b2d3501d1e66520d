import type { MentionResult } from "@hermes/agent-loop";
import type { RuntimeParts } from "../runtime-parts.ts";
import { attachContents } from "./attach-mentions.ts";
import { countOf } from "./mention-content.ts";

/** What was piped into the program, attached to a question as a file would be that the person mentions. */
export async function attachPiped(
  parts: Pick<RuntimeParts, "options" | "redactor">,
  text: string,
  window: { readonly contextWindow: number },
): Promise<MentionResult | undefined> {
  const about = "standard input, piped into the program";
  const [attached] = await attachTexts(parts, [{ name: "stdin", about, text }], window);
  return attached;
}

export interface TextToAttach {
  readonly name: string;
  /** What it is, for the model. */
  readonly about: string;
  readonly text: string;
}

/** Texts that come with a message, attached as files would be that the person mentions. */
export async function attachTexts(
  parts: Pick<RuntimeParts, "options" | "redactor">,
  texts: readonly TextToAttach[],
  { contextWindow }: { readonly contextWindow: number },
): Promise<readonly MentionResult[]> {
  const { security } = parts.options.loaded.settings;
  const redact = security.redact_secrets ? await parts.redactor() : (plain: string) => plain;
  const contents = texts.map(({ name, about, text }) => {
    const size = countOf(text.replace(/\n$/, "").split("\n").length, "line");
    return { raw: name, content: { ok: true, name, size, about, text } as const };
  });
  return await attachContents(contents, { contextWindow, redact });
}
