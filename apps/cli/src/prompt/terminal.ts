import type { Host } from "../host.ts";
import { Screen } from "../render/screen.ts";
import { coloured, createStyle, type Style } from "../render/style.ts";
import { inTurn, type Ask, type Questions } from "./ask.ts";
import { chooseOnTerminal, drawsLists } from "./choose-on-terminal.ts";
import { openInputHistory } from "./input-history.ts";
import { LineEditor } from "./line-editor.ts";

/** A person at a terminal: what they see, and what they type. */
export interface Terminal extends Questions, Disposable {
  readonly screen: Screen;
  readonly style: Style;
  readonly editor: LineEditor;
}

export interface OpenTerminalOptions {
  /** File with earlier inputs. */
  readonly historyFile: string;
  readonly onError: (error: unknown) => void;
}

export async function openTerminal(
  host: Host,
  { historyFile, onError }: OpenTerminalOptions,
): Promise<Terminal> {
  const style = createStyle(coloured(host.stderr));
  const screen = new Screen({ ...host, style });
  const history = await openInputHistory(historyFile);
  const output = host.stdout.isTTY ? host.stdout : host.stderr;
  const editor = new LineEditor({
    input: host.stdin(),
    output,
    history: history.lines,
    onHistory: (line) => {
      history.add(line).catch(onError);
    },
  });
  const ask: Ask = async ({ intro, ...options }) => {
    // Whoever is typing types on in peace, and does not answer what they have not seen.
    await editor.untyped(options.signal);
    for (const line of intro) screen.note(line);
    screen.hold();
    try {
      return await editor.read(options);
    } finally {
      screen.release();
    }
  };
  const turn = inTurn();
  return {
    screen,
    style,
    editor,
    ask: turn(ask),
    choose: drawsLists(output, host.env)
      ? turn(chooseOnTerminal({ output, screen, style, editor }))
      : undefined,
    [Symbol.dispose]: () => editor.close(),
  };
}
