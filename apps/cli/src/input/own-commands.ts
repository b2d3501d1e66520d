import type { AgentInput } from "@hermes/agent-loop";
import type { OpenSession, OwnCommandResult } from "@hermes/runtime";

/** Where a command of the person's own is shown. */
export interface OwnCommandView {
  /** Output as it comes, as the program wrote it: not clean. */
  push(text: string): void;
  end(result: OwnCommandResult): void;
  /** It did not run, and nothing more comes. */
  fail(): void;
}

const introduction =
  "The user ran this command themselves, in the folder of the session, before this message. It is information, and asks for nothing.";

/** The command in a line that begins with `!`; undefined in any other. */
export function ownCommandIn(line: string): string | undefined {
  return /^!\s*(\S[^]*)$/.exec(line)?.[1];
}

/** What a person runs with `!`, and what of it rides on their next message. */
export class OwnCommands {
  readonly #running = new Set<AbortController>();
  #notes: readonly string[] = [];

  /**
   * Runs a command at once, also while a turn goes on.
   *
   * @param signal Ends it, as `stop` does.
   * @throws what `runOwn` throws: it did not run, and the model hears nothing of it.
   */
  async run(
    command: string,
    { runOwn }: Pick<OpenSession, "runOwn">,
    { view, signal }: { readonly view: OwnCommandView; readonly signal: AbortSignal },
  ): Promise<void> {
    const stop = new AbortController();
    this.#running.add(stop);
    try {
      const result = await runOwn(command, {
        signal: AbortSignal.any([signal, stop.signal]),
        onOutput: (text) => view.push(text),
      });
      this.#notes = [...this.#notes, noteOf(command, result)];
      view.end(result);
    } catch (error) {
      view.fail();
      throw error;
    } finally {
      this.#running.delete(stop);
    }
  }

  /** Ctrl-C: ends what runs. @returns Whether anything did. */
  stop(): boolean {
    for (const running of this.#running) running.abort();
    return this.#running.size > 0;
  }

  /** The message with all that was run before it. A command of Hermes' own goes as it is, and leaves them for what follows. */
  ride(input: AgentInput): AgentInput {
    if (this.#notes.length === 0 || (typeof input === "string" && input.trimStart().startsWith("/")))
      return input;
    const notes = this.#notes;
    this.#notes = [];
    if (typeof input === "string") return { content: [{ type: "text", text: input }], notes };
    return "content" in input
      ? { ...input, notes: [...notes, ...(input.notes ?? [])] }
      : { content: input, notes };
  }
}

/** JSON, so that no output can look like the end of it. */
function noteOf(command: string, { output, exitCode, interrupted, truncated }: OwnCommandResult): string {
  const facts = {
    command,
    exit_code: exitCode,
    ...(interrupted && { interrupted }),
    ...(truncated && { truncated }),
    output,
  };
  return `${introduction}\n${JSON.stringify(facts)}`;
}
