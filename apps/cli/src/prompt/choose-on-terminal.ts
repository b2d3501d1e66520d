import type { Environment } from "@hermes/registry";
import type { Screen } from "../render/screen.ts";
import type { Style } from "../render/style.ts";
import type { Choose } from "./ask.ts";
import type { LineEditor } from "./line-editor.ts";

/**
 * Whether a question may be a list that is redrawn. Not on a terminal that can only print (`TERM=dumb`), nor for a
 * person whose screen reader wants lines that stay (`ACCESSIBLE`).
 */
export function drawsLists(
  output: { readonly isTTY?: boolean | undefined },
  { TERM, ACCESSIBLE }: Environment,
): boolean {
  return output.isTTY === true && TERM !== undefined && !["", "dumb"].includes(TERM) && !ACCESSIBLE;
}

export interface ChooseOnTerminalOptions {
  readonly output: NodeJS.WriteStream;
  readonly screen: Screen;
  readonly style: Style;
  readonly editor: LineEditor;
}

/** Puts questions as lists below what is on the screen; what comes meanwhile waits. */
export function chooseOnTerminal({ output, screen, style, editor }: ChooseOnTerminalOptions): Choose {
  return async (question, { signal }) => {
    const { choose } = await import("./choices/choose.ts");
    await editor.untyped(signal);
    screen.hold();
    try {
      const takeKeys = editor.takeKeys.bind(editor);
      const outcome = await choose(question, { output, style, takeKeys, signal });
      if (outcome.type === "leave") editor.close();
      return outcome;
    } finally {
      screen.release();
    }
  };
}
