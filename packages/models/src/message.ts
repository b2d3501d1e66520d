import type { Provenance } from "@hermes/registry";

/**
 * The one internal form of a conversation. Every provider renders from it and parses into it.
 * Messages are never changed after they were made: renderers keep the bytes of each by identity.
 */
export type Message = UserMessage | AssistantMessage | ToolMessage;

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** Where the bytes of a picture or a file are. One of the three is given. */
export type MediaSource =
  | {
      /** Base64, without a `data:` prefix. */
      readonly data: string;
      readonly url?: undefined;
      readonly fileId?: undefined;
    }
  | {
      /** `https:`; the provider fetches it. */
      readonly url: string;
      readonly data?: undefined;
      readonly fileId?: undefined;
    }
  | {
      /** What the provider named it when it was uploaded there; no other provider knows it. */
      readonly fileId: string;
      /**
       * That provider, as `provider` of its model says. It is sent to no other one.
       *
       * @default told by the form of the id: `file-…` of OpenAI, `file_…` of Anthropic, `files/…` of Google
       */
      readonly provider?: string | undefined;
      readonly data?: undefined;
      readonly url?: undefined;
    };

export type ImagePart = {
  readonly type: "image";
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** What it shows, for a model that sees no pictures: sent in its place. */
  readonly asText?: string | undefined;
} & MediaSource;

export type FilePart = {
  readonly type: "file";
  /** Such as `application/pdf`. */
  readonly mediaType: string;
  /** As people know the file. */
  readonly name?: string | undefined;
  /** What it says, for a model that does not take such files: sent in its place. */
  readonly asText?: string | undefined;
} & MediaSource;

/** A part that is no text. */
export type MediaPart = ImagePart | FilePart;

/** A picture whose bytes are here. */
export type ImageData = Extract<ImagePart, { readonly data: string }>;

/** What the model thought. Sent back only to the provider that wants it. */
export interface ReasoningPart {
  readonly type: "reasoning";
  readonly text: string;
  /** Signature of the provider, kept untouched. */
  readonly signature?: string | undefined;
  /** Id of the provider adapter that made it. */
  readonly provider?: string | undefined;
}

/**
 * A call as the model wrote it. `arguments` is its raw text, which may be broken JSON; where a provider had to be shown
 * other names of properties, the tool's own stand here.
 */
export interface ToolCallPart {
  readonly type: "tool-call";
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** What the provider wants back with the call, such as Gemini's thought signature; kept and returned untouched. */
  readonly providerFields?: ProviderFields | undefined;
}

export interface ProviderFields {
  /** Id of the provider adapter that made it. */
  readonly provider: string;
  readonly fields: { readonly [key: string]: unknown };
}

/** Something only one provider understands (an encrypted reasoning item, say); kept and returned untouched. */
export interface ProviderPart {
  readonly type: "provider";
  readonly provider: string;
  readonly item: unknown;
}

export type UserPart = TextPart | ImagePart | FilePart;

export interface UserMessage {
  readonly role: "user";
  readonly content: readonly UserPart[];
  /** What is added to the person's words (a skill, recalled memory), rendered after `content`; no words of the person. */
  readonly notes?: readonly string[] | undefined;
  /** Untrusted sources of the notes, or of a summary. Kept with the message and never rendered. */
  readonly provenance?: readonly Provenance[] | undefined;
}

export type AssistantPart = TextPart | ReasoningPart | ToolCallPart | ProviderPart;

export interface AssistantMessage {
  readonly role: "assistant";
  /** In the order in which the model produced it. */
  readonly content: readonly AssistantPart[];
  /** Absent when the answer was cut off: interrupted, or the process died. */
  readonly finishReason?: FinishReason | undefined;
  /** As in the others, where it stands for a part of the history. */
  readonly provenance?: readonly Provenance[] | undefined;
}

export interface ToolMessage {
  readonly role: "tool";
  readonly callId: string;
  readonly name: string;
  /** A JSON text: what `dispatch` returned, or its spilled form. */
  readonly content: string;
  readonly isError?: boolean | undefined;
  /** Remarks of the loop (spill, nudge, steering), rendered after `content`, which stays parseable. */
  readonly notes?: readonly string[] | undefined;
  readonly images?: readonly ImageData[] | undefined;
  /** Untrusted sources of the result. Kept with the message and never rendered. */
  readonly provenance?: readonly Provenance[] | undefined;
  /**
   * The call has no result of its own, because the session was cut off before it ran or while it ran; the content says
   * so. Kept with the message and never rendered.
   */
  readonly standsFor?: "not-run" | "unknown-outcome" | undefined;
}

export type FinishReason = "stop" | "tool-calls" | "length" | "content-filter";
