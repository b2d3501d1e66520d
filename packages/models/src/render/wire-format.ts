import type {
  ImageData,
  MediaPart,
  ProviderFields,
  ProviderPart,
  ReasoningPart,
  TextPart,
} from "../message.ts";
import type { ModelRequest, Unsupported } from "../model.ts";
import type { OutputWire } from "./schema/output-wire.ts";
import type { MediaRules } from "./wire-media.ts";
import type { WireTools } from "./wire-tools.ts";

/** A call with an id that is unique in the conversation and arguments that are the text of a JSON object. */
export interface WireCall {
  readonly type: "call";
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly providerFields?: ProviderFields | undefined;
}

export type TurnPart = TextPart | ReasoningPart | ProviderPart | WireCall;

/** What a user says; pictures and files are such as the rules of the format let through. */
export type InputPart = TextPart | MediaPart;

/** Takes what of a request is not sent as it was asked for. */
export type Report = (unsupported: Unsupported) => void;

/** The one result of a call. */
export interface WireResult {
  readonly id: string;
  readonly name: string;
  /** Never blank. */
  readonly content: string;
  readonly notes: readonly string[];
  readonly images: readonly ImageData[];
  readonly isError: boolean;
}

/**
 * Writes the messages of one conversation. What was written stays; the message in progress is left open, so that
 * what follows can still go into it.
 *
 * Called with a valid conversation only: it begins with `user`, `assistant` follows `user` or `results`,
 * `results` follow the calls of `assistant`, all of them at once in call order; no text is blank.
 */
export interface WireWriter {
  user(parts: readonly InputPart[]): void;
  assistant(parts: readonly TurnPart[]): void;
  results(results: readonly WireResult[]): void;
  /** Whether a part that only one provider understands is an answer by itself, without words or calls beside it. */
  stands?(part: ProviderPart): boolean;
}

/** Takes what is written, in order. */
export interface Output {
  append(text: string): void;
}

/** A writer that can say what closes what it left open. */
export interface WireFormat {
  /** The tools of a request as this provider takes them; the same object for the same array. */
  tools(tools: ModelRequest["tools"]): WireTools;
  /** What of pictures and files goes out as it is. @default images of the usual types by their bytes */
  readonly media?: MediaRules | undefined;
  /** The form of an answer that is data, as this provider takes it. Absent: it takes none. */
  output?(request: ModelRequest): OutputWire | undefined;
  /** The body of the request up to the first message. The same text as long as system and tools are the same. */
  head(request: ModelRequest): string;
  /** A writer that goes on behind `head`. */
  writer(output: Output, request: ModelRequest): ClosingWriter;
}

/** Where a cache mark can be put in what is written so far, and what it reads. */
export interface CacheMark {
  /** Bytes behind the end of what is written: those come with whatever follows. */
  readonly skip: number;
  readonly text: string;
}

export interface ClosingWriter extends WireWriter {
  /** The mark for the block that is open at the end. Undefined: it can have none. */
  mark?(): CacheMark | undefined;
  /**
   * Closes the message in progress, the list and the body; holds what may differ from request to request. What it leaves out
   * of the settings is reported.
   */
  tail(request: ModelRequest, report: Report): string;
}
