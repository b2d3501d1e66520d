import type { Host } from "../host.ts";
import type { Screen } from "../render/screen.ts";
import { coloured, createStyle } from "../render/style.ts";
import { inTurn, type Ask, type Choose, type Questions } from "./ask.ts";
import { chooseOnTerminal, drawsLists } from "./choose-on-terminal.ts";
import type { LineEditor } from "./line-editor.ts";

/** Opens the terminal for one question and gives it back. The question goes to standard error: the answer is not ours. */
export function askOnTerminal(host: Host, screen: Screen): Ask {
  return async ({ intro, ...options }) => {
    const editor = await openEditor(host);
    for (const line of intro) screen.note(line);
    screen.hold();
    try {
      return await editor.read(options);
    } finally {
      editor.close();
      screen.release();
    }
  };
}

/** As `askOnTerminal`, for questions of every kind, one after another. */
export function questionsOnTerminal(host: Host, screen: Screen): Questions {
  const turn = inTurn();
  const output = host.stderr;
  const style = createStyle(coloured(output));
  const choose: Choose = async (question, options) => {
    const editor = await openEditor(host);
    try {
      return await chooseOnTerminal({ output, screen, style, editor })(question, options);
    } finally {
      editor.close();
    }
  };
  return {
    ask: turn(askOnTerminal(host, screen)),
    choose: drawsLists(output, host.env) ? turn(choose) : undefined,
  };
}

async function openEditor(host: Host): Promise<LineEditor> {
  const { LineEditor } = await import("./line-editor.ts");
  return new LineEditor({ input: host.stdin(), output: host.stderr });
}
