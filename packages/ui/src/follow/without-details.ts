import type { AgentEvent } from "@hermes/agent-loop";

export interface ErrorOptions {
  /**
   * Whether errors, warnings and retries are told in the loop's own words, which may name addresses and paths. Else there are their
   * codes and a neutral sentence.
   *
   * @default false
   */
  readonly exposeErrors?: boolean | undefined;
}

/** What a visitor of a page may read of an event. What the model and the tools said is the session's, and stays. */
export function withoutDetails(event: AgentEvent, { exposeErrors = false }: ErrorOptions): AgentEvent {
  if (exposeErrors) return event;
  switch (event.type) {
    case "turn-end": {
      const { error, ...end } = event;
      return error === undefined ? end : { ...end, error: { code: error.code, message: "The turn failed." } };
    }
    case "retry":
      return { ...event, reason: "The model did not answer." };
    case "text-restart":
      return { ...event, reason: "The answer starts anew." };
    case "warning":
      return event.code.startsWith("UI_")
        ? event
        : { ...event, message: "Something went wrong beside the answer." };
    case "compression": {
      const { saved: _, ...compression } = event;
      return compression;
    }
    default:
      return event;
  }
}
