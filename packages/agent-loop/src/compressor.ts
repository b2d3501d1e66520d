import type { Message, Model, ToolCallPart } from "@hermes/models";
import type { CallDescription } from "@hermes/registry";
import type { SessionHead } from "./journal/session-journal.ts";

/** What a call of the history does, as its tool describes it. */
export interface KnownCall extends CallDescription {
  /** The arguments with the tool's defaults. */
  readonly args: unknown;
}

export interface CompressionInput {
  readonly messages: readonly Message[];
  /** Input tokens of the last request as the provider counted them, or an estimate. */
  readonly inputTokens: number;
  /** Whether the provider counted them. What came after its last answer is not in the count. */
  readonly counted: boolean;
  readonly contextWindow: number;
  /** `overflow`: the provider refused the request for its size. `manual`: the person asked for it. */
  readonly reason: "threshold" | "overflow" | "manual";
  /** What the person wants to have told in full. */
  readonly focus?: string | undefined;
  /** What every request begins with. */
  readonly head: SessionHead;
  /** That of the conversation; what it is asked counts against the caps. */
  readonly model: Model;
  /** Undefined: the tool is not known, or the arguments are not its. */
  readonly describe: (call: ToolCallPart) => KnownCall | undefined;
  /**
   * What the summary has to keep besides; undefined: nothing. Asking may take seconds, because what would be lost is saved
   * on the way: ask once it is sure that the history is shortened. Never rejects.
   */
  readonly keep: () => Promise<string | undefined>;
  /** Tells the person something about a compression that goes on. */
  readonly warn: (code: string, message: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Shortens a history. Asked before every request; answers `undefined` to leave it as it is.
 * May be slow. When it throws, the turn goes on uncompressed with a warning (`threshold`) or ends (`overflow`).
 */
export interface Compressor {
  compress(input: CompressionInput): Promise<readonly Message[] | undefined>;
  /** Tokens of a request from which on it shortens by itself, for people; undefined: it never does. @default not known */
  limit?(
    model: Pick<Model, "contextWindow" | "maxOutputTokens">,
  ): number | undefined | Promise<number | undefined>;
}

/** What came of the time before a compression. */
export interface CompressionPreparation {
  /** What the summary has to keep. */
  readonly keep?: string | undefined;
  /** What was saved elsewhere, for people. */
  readonly saved?: readonly string[] | undefined;
}
