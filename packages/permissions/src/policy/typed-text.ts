import type { CommandArgument, ToolContext } from "@hermes/registry";

const maxChars = 20_000;
const maxProcesses = 200;

/** What was typed into each process: a line may come in pieces, and a variable of one line is used in the next. */
export class TypedText {
  readonly #typed = new Map<string, string>();

  /** All that the process would have got with this call. */
  with(argument: CommandArgument, { taskId }: Pick<ToolContext, "taskId">): string {
    return `${this.#typed.get(keyOf(argument, taskId)) ?? ""}${typedBy(argument)}`;
  }

  /** Remembers what was let through. */
  add(argument: CommandArgument, context: Pick<ToolContext, "taskId">): void {
    const key = keyOf(argument, context.taskId);
    const text = this.with(argument, context);
    this.#typed.delete(key);
    this.#typed.set(key, text.slice(-maxChars));
    const [oldest] = this.#typed.keys();
    if (this.#typed.size > maxProcesses && oldest !== undefined) this.#typed.delete(oldest);
  }
}

function keyOf({ typedInto = "" }: CommandArgument, taskId: string): string {
  return `${taskId}\n${typedInto}`;
}

/** Enter ends a line, however it is sent. */
function typedBy({ text }: CommandArgument): string {
  return text.replaceAll("\r", "\n");
}

/** The lines that a call adds to what was typed before, whole from their beginning. */
export function newLinesOf(typed: string, argument: CommandArgument): string {
  const before = typed.length - typedBy(argument).length;
  return typed.slice(typed.lastIndexOf("\n", before - 1) + 1);
}

/**
 * Whether a text holds keys that change what was typed before it (cursor, deleting, history), so that it can't be read
 * as it stands. Keys alone, such as Ctrl-C or an arrow in a menu, change nothing that matters.
 */
export function editsItself(lines: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return (
    /[\u0000-\u0002\u0005-\u0009\u000b-\u001f\u007f]/.test(lines) &&
    /[!-~]{2}/.test(lines.replaceAll(/\u001b(\[[0-9;]*[A-Za-z~]|O[A-Z])/g, ""))
  );
}
