import type { ChatFlags } from "../chat/chat-flags.ts";
import type { Host } from "../host.ts";
import { readAll } from "../prompt/read-all.ts";
import { usageError } from "../failure.ts";

/** `hermes` and `hermes chat`: one question when there is one, else a conversation. */
export async function chat(flags: ChatFlags, host: Host): Promise<number> {
  const question = await givenQuestion(flags, host);
  if (question !== undefined) return (await import("../chat/one-shot.ts")).answerOnce(question, flags, host);
  if (flags.output === "jsonl")
    throw usageError("--output jsonl needs a question: give one with -q, or pipe it in.");
  return (await import("../chat/converse.ts")).converse(flags, host);
}

/** Undefined when a person is to be asked. */
async function givenQuestion({ query }: ChatFlags, host: Host): Promise<string | undefined> {
  if (query === undefined && host.stdinIsTerminal) return undefined;
  const question = query === undefined || query === "-" ? await readAll(host.stdin()) : query;
  if (question.trim() === "")
    throw usageError('The question is empty. Try: hermes -q "What does this project do?"');
  return question.trim();
}
