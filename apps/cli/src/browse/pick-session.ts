import type { State } from "@hermes/state";
import type { Choice, Questions } from "../prompt/question.ts";
import { countOf } from "../render/count-of.ts";
import { titleOf } from "../render/session-lines.ts";
import type { Style } from "../render/style.ts";
import type { QuestionPlace } from "../screen/question-view.ts";
import { ageOf } from "./age-of.ts";
import type { Picked } from "./session-view.ts";

export interface PickSessionOptions {
  readonly state: State;
  readonly folder: string;
  readonly style: Style;
  /** Where a list can be drawn; undefined: it is asked in lines, with numbers. */
  readonly place: QuestionPlace | undefined;
  readonly questions: Questions;
  readonly signal: AbortSignal;
}

/** In lines more are not read. */
const mostNumbered = 20;

/** Lets the person choose a session: by searching as they type, or on a plain terminal by a number. */
export async function pickSession({
  state,
  folder,
  style,
  place,
  questions,
  signal,
}: PickSessionOptions): Promise<Picked> {
  if (place === undefined) return await pickByNumber(state, questions, signal);
  const { openSessionView } = await import("../browse/session-view.ts");
  const now = Date.now();
  try {
    return await place.put((redraw) => openSessionView({ state, folder, style, redraw, now }), signal);
  } catch (error) {
    signal.throwIfAborted();
    // By its name: the place may be bundled as a file of its own, with a class of its own.
    if (error instanceof Error && error.name === "Stop") return { type: "interrupt" };
    throw error;
  }
}

async function pickByNumber(state: State, questions: Questions, signal: AbortSignal): Promise<Picked> {
  const now = Date.now();
  const choices = state.sessions.list({ oneShots: false, limit: mostNumbered }).map((session): Choice => {
    const { id, lastActiveAt, messageCount } = session;
    return {
      id,
      label: `${titleOf(session)} · ${ageOf(lastActiveAt, now)} · ${countOf(messageCount)} · ${id}`,
    };
  });
  if (choices.length === 0) return { type: "skip" };
  const outcome = await questions.put({ question: "Which conversation?", choices }, { signal });
  if (outcome.type === "choice") return { type: "session", id: outcome.id };
  return { type: outcome.type === "interrupt" || outcome.type === "leave" ? "interrupt" : "skip" };
}
