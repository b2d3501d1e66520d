import type { MentionResult } from "@hermes/agent-loop";
import type { RuntimeParts } from "../runtime-parts.ts";
import { attachContents } from "./attach-mentions.ts";
import { countOf } from "./mention-content.ts";

/** What was piped into the program, attached to a question as a file would be that the person mentions. */
export async function attachPiped(
  parts: Pick<RuntimeParts, "options" | "redactor">,
  text: string,
  { contextWindow }: { readonly contextWindow: number },
): Promise<MentionResult | undefined> {
  const { security } = parts.options.loaded.settings;
  const redact = security.redact_secrets ? await parts.redactor() : (plain: string) => plain;
  const size = countOf(text.replace(/\n$/, "").split("\n").length, "line");
  const content = {
    ok: true,
    name: "stdin",
    size,
    about: "standard input, piped into the program",
    text,
  } as const;
  const [attached] = await attachContents([{ raw: "stdin", content }], { contextWindow, redact });
  return attached;
}
