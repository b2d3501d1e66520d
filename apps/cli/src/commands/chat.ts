import type { ChatFlags } from "../chat/chat-flags.ts";
import { exitCodes, type Host } from "../host.ts";
import { readAll } from "../prompt/read-all.ts";
import { emptyQuestion, isNoModel, usageError } from "../failure.ts";

/** `hermes` and `hermes chat`: in the folder of the person, or in a worktree of its repository. */
export async function chat(flags: ChatFlags, host: Host): Promise<number> {
  // Without a name at a terminal the person chooses.
  if (flags.resume === "" && flags.query === undefined && host.stdinIsTerminal)
    return await (await import("../browse/resume-picked.ts")).resumePicked(flags, host, chat);
  if (flags.worktree === undefined && !(await mayGoBack(flags, host))) return await talk(flags, host);
  return await (await import("../worktree/chat-in-worktree.ts")).chatInWorktree(flags, host, talk);
}

/** A conversation that was held in a worktree goes on there. */
async function mayGoBack({ continue: goesOn, resume }: ChatFlags, host: Host): Promise<boolean> {
  if (goesOn === undefined && resume === undefined) return false;
  return (await import("../worktree/session-worktree.ts")).mayHaveWorktrees(host.cwd);
}

/** One question when there is one, else a session. */
async function talk(flags: ChatFlags, host: Host): Promise<number> {
  const question = await givenQuestion(flags, host);
  if (question !== undefined) return (await import("../chat/one-shot.ts")).answerOnce(question, flags, host);
  if (flags.output === "jsonl")
    throw usageError("--output jsonl needs a question: give one with -q, or pipe it in.");
  try {
    return await converse(flags, host);
  } catch (error) {
    if (!isNoModel(error)) throw error;
    const { offerSetup } = await import("./setup/offer-setup.ts");
    const outcome = await offerSetup(error, host);
    return outcome.type === "end" ? outcome.code : await converse(flags, host);
  }
}

/** A session; it goes on after its person has given another key. */
async function converse(flags: ChatFlags, host: Host): Promise<number> {
  let left: string | undefined;
  const { runChat } = await import("../chat/run-chat.ts");
  const code = await runChat(flags, host, (sessionId) => {
    left = sessionId;
  });
  if (left === undefined) return code;
  const done = await (await import("./setup/setup.ts")).setup("model", {}, host);
  if (done !== exitCodes.ok) return done;
  return await converse({ ...flags, resume: left, continue: undefined }, host);
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
