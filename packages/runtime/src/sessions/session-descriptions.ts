import type { Message, Model } from "@hermes/models";
import type { State } from "@hermes/state";
import { summarizeText, textsOf } from "./summarize-text.ts";
import { titleFromText } from "./title-from-text.ts";

export interface DescriptionParts {
  readonly state: State;
  /** The model that the settings name for a task, counted for a session; undefined where they name none. */
  readonly auxiliaryModel: (task: string, sessionId: string) => Promise<Model | undefined>;
  readonly warn: (message: string) => void;
}

interface DescribeOptions {
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

/** Titles and summaries of sessions, by an auxiliary model where one is set up, else from the text. */
export interface SessionDescriptions {
  /** Names a session that nobody named. Never throws. */
  title(sessionId: string, signal: AbortSignal): Promise<void>;
  /** Writes down what a session was about. Without a model, or when it fails or is aborted, from the text. Never throws. */
  summarize(sessionId: string, signal: AbortSignal): Promise<void>;
}

export function createSessionDescriptions({
  state,
  auxiliaryModel,
  warn,
}: DescriptionParts): SessionDescriptions {
  /** Tasks whose model failed: said once, and not tried again until the next start. */
  const failed = new Set<string>();

  async function byModel<Result>(
    task: "title" | "summary",
    { sessionId, signal }: DescribeOptions,
    work: (model: Model) => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    if (failed.has(task)) return undefined;
    try {
      const model = await auxiliaryModel(task, sessionId);
      return model === undefined || signal.aborted ? undefined : await work(model);
    } catch (error) {
      if (signal.aborted) return undefined;
      failed.add(task);
      warn(`The model for the ${task} of conversations failed, their text is used: ${messageOf(error)}`);
      return undefined;
    }
  }

  async function title(sessionId: string, signal: AbortSignal): Promise<void> {
    const messages = messagesOf(state, sessionId);
    const made =
      (await byModel("title", { sessionId, signal }, async (model) => {
        const { titleByModel } = await import("./describe-with-model.ts");
        return await titleByModel(model, messages, signal);
      })) ?? titleFromText(textsOf(messages, "user")[0] ?? "");
    if (made !== undefined && !signal.aborted)
      state.sessions.suggestTitle(sessionId, unlikeOthers(state, made, sessionId));
  }

  async function summarize(sessionId: string, signal: AbortSignal): Promise<void> {
    const messages = messagesOf(state, sessionId);
    if (textsOf(messages, "assistant").length === 0) return;
    const summary =
      (await byModel("summary", { sessionId, signal }, async (model) => {
        const { summaryByModel } = await import("./describe-with-model.ts");
        return await summaryByModel(model, messages, signal);
      })) ?? (await summarizeText(messages));
    state.sessions.setSummary(sessionId, summary);
  }

  const unlessItFails =
    (what: string, work: (sessionId: string, signal: AbortSignal) => Promise<void>) =>
    async (sessionId: string, signal: AbortSignal): Promise<void> => {
      if (state.readOnly) return;
      try {
        await work(sessionId, signal);
      } catch (error) {
        // The session itself is stored; what describes it is made again another time.
        if (!signal.aborted) warn(`The ${what} of the conversation was not kept: ${messageOf(error)}`);
      }
    };

  return { title: unlessItFails("title", title), summarize: unlessItFails("summary", summarize) };
}

/** So many sessions of one title are told apart by a number. */
const mostNumbered = 9;

/** A title that no other session has, as far as a few numbers do it: one can be gone on with by its title. */
function unlikeOthers({ sessions }: State, title: string, sessionId: string): string {
  const isTaken = (wanted: string): boolean =>
    sessions.withTitle(wanted, { limit: 2 }).some((each) => each.id !== sessionId && each.title === wanted);
  for (let number = 1; number <= mostNumbered; number++) {
    const numbered = number === 1 ? title : `${title} (${number})`;
    if (!isTaken(numbered)) return numbered;
  }
  return title;
}

function messagesOf(state: State, sessionId: string): readonly Message[] {
  return state
    .messages(sessionId)
    .filter(({ fromCompression }) => !fromCompression)
    .map(({ message }) => message);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
