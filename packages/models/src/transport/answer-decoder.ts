import type { ModelEvent } from "../model.ts";
import type { JsonRecord } from "./json-fields.ts";

/** Makes model events of the data of server-sent events. May throw; what it gave before still counts. */
export interface AnswerDecoder {
  /** True once `finish` was given. */
  readonly finished: boolean;
  data(data: string, events: ModelEvent[]): void;
  /** A whole answer that was not streamed. False when it is something else. */
  document(document: JsonRecord, events: ModelEvent[]): boolean;
  /** The stream ended. Gives `finish` unless it was given or the answer is not complete. */
  end(events: ModelEvent[]): void;
}
