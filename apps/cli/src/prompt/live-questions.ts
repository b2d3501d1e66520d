import type { Style } from "../render/style.ts";
import type { QuestionPlace } from "../screen/question-view.ts";
import type { Questions } from "./question.ts";

/** Questions as lists in the place of the input line. */
export function liveQuestions(place: QuestionPlace, style: Style): Questions {
  return {
    drawsLists: true,
    async put(question, { signal = new AbortController().signal }) {
      // Bundled as a file of its own: most sessions begin without a question.
      const { openChoiceView } = await import("./choices/choice-view.ts");
      signal.throwIfAborted();
      try {
        return await place.put((redraw) => {
          const { size } = place;
          return openChoiceView(question, { style, size, redraw, note: (lines) => place.note(lines) });
        }, signal);
      } catch (error) {
        signal.throwIfAborted();
        // By its name: the place may be bundled as a file of its own, with a class of its own.
        if (error instanceof Error && error.name === "Stop") return { type: "leave" };
        throw error;
      }
    },
  };
}
