/** Somebody asks that a chat looks at something now: kept until a gateway takes it. */
export interface AskedWake {
  /** Grows. */
  readonly id: number;
  /** Key of the conversation. */
  readonly chat: string;
  /** What they say; empty: nothing but that. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

export interface WakeStore {
  /** @returns Its id. */
  ask(request: Pick<AskedWake, "chat" | "text">, now: number): Promise<number>;
  /** The oldest first, at most 1,000. */
  pending(): Promise<readonly AskedWake[]>;
  /** They are dealt with. */
  settle(ids: readonly number[]): Promise<void>;
}
