import type { SessionBusyError } from "@hermes/agent-loop";
import { HermesError } from "@hermes/registry/errors";
import type { OpenSession, OpenSessionOptions, Runtime } from "@hermes/runtime";
import type { Questions } from "../prompt/question.ts";
import { localTime } from "../render/local-time.ts";

export interface Asking {
  readonly questions: Questions;
  readonly signal: AbortSignal;
}

/**
 * Opens the session that was chosen. Where it is open elsewhere, the person is told where, and says what to do.
 *
 * @param asking Absent: nobody can be asked.
 * @returns Undefined when the person leaves it where it is.
 * @throws {SessionBusyError} where nobody can be asked.
 */
export async function openChatSession(
  runtime: Runtime,
  choice: OpenSessionOptions,
  asking: Asking | undefined,
): Promise<OpenSession | undefined> {
  try {
    return await runtime.openSession(choice);
  } catch (error) {
    if (asking === undefined || !isBusy(error)) throw error;
    const chosen = await chooseWay(error, asking);
    return chosen && (await openChatSession(runtime, { resume: error.sessionId, ...chosen }, asking));
  }
}

function isBusy(error: unknown): error is SessionBusyError {
  return HermesError.is(error) && error.code === "SESSION_BUSY";
}

const ways: Readonly<Record<string, OpenSessionOptions>> = {
  branch: { branch: true },
  "take-over": { takeOver: true },
};

/** Everything but a clear choice is none, Enter included. */
async function chooseWay(
  { lease: { owner, since } }: SessionBusyError,
  { questions, signal }: Asking,
): Promise<OpenSessionOptions | undefined> {
  const outcome = await questions.put(
    {
      question: `This conversation is open in process ${owner.pid} on ${owner.host}, since ${localTime(since)}.`,
      prompt: "What now?",
      choices: [
        { id: "branch", label: "Go on in a copy of it (branch)", key: "b", typed: "[b]ranch" },
        {
          id: "take-over",
          label: "Take it over: what is said there from now on is not kept",
          key: "t",
          typed: "[t]ake it over (what is said there from now on is not kept)",
        },
        { id: "cancel", label: "Leave it where it is", key: "c", typed: "[c]ancel" },
      ],
      preset: "cancel",
      escape: "leaves it",
    },
    { signal },
  );
  return outcome.type === "choice" ? ways[outcome.id] : undefined;
}
