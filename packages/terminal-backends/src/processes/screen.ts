import type { IBufferLine, Terminal } from "@xterm/headless";
import type { BackendProcess } from "../backend.ts";
import { plainText } from "./plain-text.ts";

/** What a person would see in the terminal window of a program. */
export interface Screen {
  /** Lines without the spaces at their ends and the empty lines at the bottom. */
  read(): Promise<string>;
  close(): void;
}

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Follows the output of a program in a pseudo terminal, and answers what it asks the terminal.
 *
 * Without `@xterm/headless` the newest lines of its output stand for the screen.
 */
export async function openScreen(process: BackendProcess, { columns, rows }: ScreenSize): Promise<Screen> {
  const terminal = await loadTerminal({ columns, rows });
  if (terminal === undefined) {
    return {
      read: async () => plainText(process.output()).split("\n").slice(-rows).join("\n"),
      close: () => undefined,
    };
  }
  // Where the cursor is, what kind of terminal it is: a program may wait for the answer. One that has ended does not.
  terminal.onData((answer) => {
    process.write(answer).catch(() => undefined);
  });
  terminal.write(process.output());
  const stop = process.onOutput((text) => terminal.write(text));
  return {
    async read() {
      await new Promise<void>((resolve) => terminal.write("", resolve));
      return textOf(terminal);
    },
    close() {
      stop();
      terminal.dispose();
    },
  };
}

function textOf(terminal: Terminal): string {
  const { active } = terminal.buffer;
  const lines = Array.from({ length: terminal.rows }, (_, row) => active.getLine(active.baseY + row));
  return lines.map(lineText).join("\n").trimEnd();
}

function lineText(line: IBufferLine | undefined): string {
  // A program may write blanks too, to wipe out what was there.
  return line?.translateToString(true).trimEnd() ?? "";
}

async function loadTerminal({ columns, rows }: ScreenSize): Promise<Terminal | undefined> {
  try {
    const { default: xterm } = await import("@xterm/headless");
    return new xterm.Terminal({ cols: columns, rows, scrollback: 0, allowProposedApi: true });
  } catch {
    // Not installed: it is optional.
    return undefined;
  }
}
