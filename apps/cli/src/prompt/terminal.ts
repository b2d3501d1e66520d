import type { Host } from "../host.ts";
import { Screen } from "../render/screen.ts";
import { coloured, createStyle, type Style } from "../render/style.ts";
import { oneAtATime, type Ask } from "./ask.ts";
import { openInputHistory } from "./input-history.ts";
import { LineEditor } from "./line-editor.ts";

/** A person at a terminal: what they see, and what they type. */
export interface Terminal extends Disposable {
  readonly screen: Screen;
  readonly style: Style;
  readonly editor: LineEditor;
  readonly ask: Ask;
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
  const editor = new LineEditor({
    input: host.stdin(),
    output: host.stdout.isTTY ? host.stdout : host.stderr,
    history: history.lines,
    onHistory: (line) => {
      history.add(line).catch(onError);
    },
  });
  const ask: Ask = async ({ intro, ...options }) => {
    for (const line of intro) screen.note(line);
    screen.hold();
    try {
      return await editor.read(options);
    } finally {
      screen.release();
    }
  };
  return {
    screen,
    style,
    editor,
    ask: oneAtATime(ask),
    [Symbol.dispose]: () => editor.close(),
  };
}
