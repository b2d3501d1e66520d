/** What is read of an event of signal-cli. */
export interface SignalEvent {
  /** The account that it came for. */
  readonly account?: Text;
  readonly envelope?: SignalEnvelope | null | undefined;
}

type Text = string | null | undefined;

export interface SignalRange {
  /** UTF-16 units. */
  readonly start: number;
  readonly length: number;
}

export interface SignalContent {
  /** Milliseconds since 1970: with its author this is what a message is known by. */
  readonly timestamp: number;
  readonly message?: Text;
  readonly groupInfo?: { readonly groupId: string; readonly groupName?: Text } | null | undefined;
  readonly mentions: readonly (SignalRange & {
    readonly name?: Text;
    readonly number?: Text;
    readonly uuid?: Text;
  })[];
  readonly textStyles: readonly (SignalRange & { readonly style: string })[];
  readonly attachments: readonly SignalAttachment[];
  readonly quote?:
    | {
        readonly id: number;
        readonly author?: Text;
        readonly authorNumber?: Text;
        readonly authorUuid?: Text;
        readonly text?: Text;
      }
    | null
    | undefined;
  readonly sticker?: unknown;
  readonly contacts: readonly {
    readonly name?: SignalName | null | undefined;
    readonly phone: readonly string[];
  }[];
  readonly reaction?: unknown;
  readonly remoteDelete?: unknown;
}

export interface SignalName {
  readonly display?: Text;
  readonly given?: Text;
  readonly family?: Text;
}

export interface SignalAttachment {
  readonly id: string;
  readonly contentType?: Text;
  readonly filename?: Text;
  readonly size?: number | null | undefined;
  readonly voiceNote?: boolean | null | undefined;
}

export interface SignalEdit {
  readonly targetSentTimestamp: number;
  readonly dataMessage: SignalContent;
}

export interface SignalEnvelope {
  readonly source?: Text;
  readonly sourceNumber?: Text;
  readonly sourceUuid?: Text;
  readonly sourceName?: Text;
  readonly dataMessage?: SignalContent | null | undefined;
  readonly editMessage?: SignalEdit | null | undefined;
  readonly syncMessage?:
    | {
        readonly sentMessage?:
          | (Omit<SignalContent, "timestamp"> & {
              readonly timestamp?: number | undefined;
              readonly destination?: Text;
              readonly destinationNumber?: Text;
              readonly destinationUuid?: Text;
              readonly editMessage?: SignalEdit | null | undefined;
            })
          | null
          | undefined;
      }
    | null
    | undefined;
}
