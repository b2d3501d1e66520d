import type { Host } from "../host.ts";
import { Screen } from "../render/screen.ts";
import { coloured, createStyle } from "../render/style.ts";
import type { QuestionPlace } from "../screen/question-view.ts";
import { inTurn, type Ask } from "./ask.ts";
import { drawsLists } from "./draws-lists.ts";
import { LineReader } from "./line-reader.ts";
import { liveQuestions } from "./live-questions.ts";
import { plainQuestions } from "./plain-questions.ts";
import type { Questions } from "./question.ts";

/**
 * Questions outside of a conversation: the terminal is opened for each, and given back. They go to standard error: the
 * answer is not ours.
 */
export function questionsOnTerminal(
  host: Host,
  screen: Screen = new Screen({ ...host, style: createStyle(coloured(host.stderr)) }),
): Questions {
  const style = createStyle(coloured(host.stderr));
  const turn = inTurn();
  if (!drawsLists(host.stderr, host.env)) {
    const columns = () => host.stderr.columns ?? Infinity;
    const questions = plainQuestions({ ask: askOnTerminal(host, screen), style, columns });
    return { ...questions, put: turn(questions.put) };
  }
  return {
    drawsLists: true,
    put: turn(async (question, options) =>
      liveQuestions(await placeOnTerminal(host, screen), style).put(question, options),
    ),
  };
}

/** Where lists of their own kind are put outside of a conversation, on a terminal that draws them. */
export async function placeOnTerminal(
  host: Host,
  screen: Screen = new Screen({ ...host, style: createStyle(coloured(host.stderr)) }),
): Promise<QuestionPlace> {
  const { TerminalPlace, readKeys } = await import("./choices/terminal-place.ts");
  return new TerminalPlace({
    output: host.stderr,
    screen,
    openKeys: async (listener) => readKeys({ input: host.stdin(), output: host.stderr }, listener),
  });
}

/** Opens the terminal for one line and gives it back. */
function askOnTerminal(host: Host, screen: Screen): Ask {
  return async ({ intro, ...options }) => {
    for (const line of intro) screen.note(line);
    screen.hold();
    const reader = new LineReader(host);
    try {
      return await reader.read(options);
    } finally {
      reader[Symbol.dispose]();
      screen.release();
    }
  };
}
