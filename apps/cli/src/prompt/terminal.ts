import type { Host } from "../host.ts";
import { Screen } from "../render/screen.ts";
import { coloured, createStyle, type Style } from "../render/style.ts";
import { inTurn, type Ask } from "./ask.ts";
import { drawsLists } from "./draws-lists.ts";
import { openInputHistory } from "./input-history.ts";
import { LineEditor } from "./line-editor.ts";
import { liveQuestions } from "./live-questions.ts";
import { plainQuestions } from "./plain-questions.ts";
import type { Questions } from "./question.ts";

/** A person at a terminal: what they see, and what they type. */
export interface Terminal extends Disposable {
  readonly questions: Questions;
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
  const questions = drawsLists(output, host.env)
    ? listsOn({ output, screen, style, editor })
    : plainQuestions({ ask, style, columns: () => screen.columns });
  return {
    screen,
    style,
    editor,
    questions: { ...questions, put: inTurn()(questions.put) },
    [Symbol.dispose]: () => editor.close(),
  };
}

interface ListTerminal {
  readonly output: NodeJS.WriteStream;
  readonly screen: Screen;
  readonly style: Style;
  readonly editor: LineEditor;
}

/** Questions below what is on the screen, with the keys that the editor would get. */
function listsOn({ output, screen, style, editor }: ListTerminal): Questions {
  return {
    drawsLists: true,
    async put(question, options) {
      const { TerminalPlace, splitKeys } = await import("./choices/terminal-place.ts");
      const place = new TerminalPlace({
        output,
        screen,
        async openKeys(listener, signal) {
          await editor.untyped(signal);
          return editor.takeKeys({ read: splitKeys(listener), end: () => listener.end() });
        },
      });
      const outcome = await liveQuestions(place, style).put(question, options);
      if (outcome.type === "leave") editor.close();
      return outcome;
    },
  };
}
