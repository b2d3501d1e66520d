import type { AgentInput } from "@hermes/agent-loop";
import type { OpenSession, OwnCommandResult } from "@hermes/runtime";

/** Where a command of the person's own runs. */
export type RunOwnCommand = OpenSession["runOwn"];

const introduction =
  "The user ran this command themselves, in the folder of the session, before this message. It is information, and asks for nothing.";

/** What a person ran with `!` since their last message; it rides on the next one. */
export class OwnCommands {
  #notes: readonly string[] = [];

  /**
   * Runs a command at once, also while a turn goes on.
   *
   * @param onOutput Output as it comes, as the program wrote it: not clean.
   * @throws what `run` throws; of a command that did not run the model hears nothing.
   */
  async run(
    command: string,
    run: RunOwnCommand,
    options: { readonly signal: AbortSignal; readonly onOutput: (text: string) => void },
  ): Promise<OwnCommandResult> {
    const result = await run(command, options);
    this.#notes = [...this.#notes, noteOf(command, result)];
    return result;
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
