import type { AgentInput, MentionResult } from "@hermes/agent-loop";
import { HermesError } from "@hermes/registry/errors";
import type { OpenSession } from "@hermes/runtime";
import type { Host } from "../host.ts";

/**
 * Whoever starts a program often leaves its input open and writes nothing: so long the first word is waited for. Of what a shell
 * puts together the first program may take its time; a program that starts this one writes at once, if it does.
 */
const firstWithinMs = { pipe: 3_000, socket: 300 };
/** More has no room in any context window. */
const mostBytes = 8_000_000;

/**
 * Reads what is piped into the program beside a question.
 *
 * @returns Empty where nothing came.
 * @throws {HermesError} `CLI_PIPE_TOO_LARGE`.
 */
export async function readPiped(host: Host): Promise<string> {
  const input = host.stdin();
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    return await new Promise<string>((resolve, reject) => {
      const done = (): void => resolve(Buffer.concat(pieces).toString("utf8"));
      // What is in the pipe by then is read before that: a program that is kept busy may not have come to it.
      const nothingCame = (): void => void setImmediate(() => size === 0 && done());
      const silence = setTimeout(nothingCame, firstWithinMs[host.stdinPipe ?? "pipe"]);
      input
        .on("data", (chunk: Buffer) => {
          clearTimeout(silence);
          pieces.push(chunk);
          size += chunk.length;
          if (size > mostBytes) reject(tooLarge(`more than ${mostBytes / 1_000_000} MB`));
        })
        .once("end", done)
        .once("error", reject);
      host.stopped.addEventListener("abort", done, { once: true });
    });
  } finally {
    // Nothing that still comes keeps the program from its end.
    input.removeAllListeners("data").pause();
  }
}

/** @throws {HermesError} `CLI_PIPE_TOO_LARGE`: half of a question is worse than none. */
export async function attachPiped(
  text: string | undefined,
  session: Pick<OpenSession, "attachPiped">,
): Promise<MentionResult | undefined> {
  if (text === undefined || text.trim() === "") return undefined;
  const attached = await session.attachPiped(text);
  if (attached?.attached === false) throw tooLarge(attached.line);
  return attached;
}

export function withNote(input: AgentInput, attached: MentionResult | undefined): AgentInput {
  if (attached === undefined) return input;
  const { note, provenance = [] } = attached;
  const message =
    typeof input === "string"
      ? { content: [{ type: "text" as const, text: input }] }
      : "content" in input
        ? input
        : { content: input };
  return {
    ...message,
    notes: [...(message.notes ?? []), note],
    provenance: [...(message.provenance ?? []), ...provenance],
  };
}

function tooLarge(what: string): HermesError {
  return new HermesError(`What is piped in is too large: ${what}.`, {
    code: "CLI_PIPE_TOO_LARGE",
    hint: "Pipe less of it, or save it in a file and name that in the question.",
  });
}
