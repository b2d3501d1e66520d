import type { ChatFlags } from "../chat/chat-flags.ts";
import { exitCodes, type Host } from "../host.ts";
import { readAll } from "../prompt/read-all.ts";
import { emptyQuestion, isNoModel, usageError } from "../failure.ts";
import { printFailure } from "../print-failure.ts";

/** `hermes` and `hermes chat`: one question when there is one, else a session. */
export async function chat(flags: ChatFlags, host: Host): Promise<number> {
  const question = await givenQuestion(flags, host);
  if (question !== undefined) return (await import("../chat/one-shot.ts")).answerOnce(question, flags, host);
  if (flags.output === "jsonl")
    throw usageError("--output jsonl needs a question: give one with -q, or pipe it in.");
  try {
    return await (await import("../chat/run-chat.ts")).runChat(flags, host);
  } catch (error) {
    if (!isNoModel(error)) throw error;
    return await offerTour(error, host);
  }
}

/** Nobody shall leave a first start without having seen the main job. */
async function offerTour(error: unknown, host: Host): Promise<number> {
  await printFailure(error, host);
  const { wantsTour } = await import("./tour.ts");
  if (!(await wantsTour(host))) return exitCodes.failed;
  return (await import("../chat/play-tour.ts")).playTour(host);
}

/** Undefined when a person is to be asked. */
async function givenQuestion(
  { query, continue: goesOn, resume }: ChatFlags,
  host: Host,
): Promise<string | undefined> {
  if (query === undefined && host.stdinIsTerminal) return undefined;
  const question = query === undefined || query === "-" ? await readAll(host.stdin()) : query;
  // Only a session that waits for permission can go on without words.
  if (question.trim() === "" && goesOn === undefined && resume === undefined) throw emptyQuestion();
  return question.trim();
}
