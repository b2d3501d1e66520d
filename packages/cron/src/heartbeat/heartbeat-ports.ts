import type { Provenance } from "@hermes/registry";

/** A chat that is looked at. */
export interface HeartbeatChat {
  /** Names it, here and in what is remembered. */
  readonly key: string;
  /** Absolute paths of its files; those that are not there say nothing. */
  readonly files: readonly string[];
  /** What the paths are relative to that they watch; absolute. */
  readonly folder: string;
}

/** A file as it counts. */
export interface HeartbeatWords {
  readonly text: string;
  /** Untrusted sources of it. */
  readonly provenance: readonly Provenance[];
  /** Why it does not count as it is, for people; it is read again at each look. */
  readonly problem?: string | undefined;
}

export interface HeartbeatRequest {
  /** Key of the chat. */
  readonly chat: string;
  /** Unique within the chat: the same one twice is one, also over restarts. */
  readonly key: string;
  readonly text: string;
  readonly provenance: readonly Provenance[];
}

/** Somebody asks for a heartbeat. */
export interface AskedHeartbeat {
  readonly id: number;
  /** Key of the chat. */
  readonly chat: string;
  readonly text: string;
}

/** What heartbeats need of the program around. */
export interface HeartbeatPorts {
  /** All that are looked at. Asked at most every 30 seconds, and when somebody asks for a heartbeat. */
  chats(): Promise<readonly HeartbeatChat[]>;
  /** Asked where the file is another one than at the last look. Undefined: there is none. */
  read(path: string): Promise<HeartbeatWords | undefined>;
  /** Ids of ends of background work that the session of the chat was not told of. */
  ended(chat: string): Promise<readonly string[]>;
  /** Has the model of the chat look, in a turn of its session. `kept`: it will, once. Anything else: it will not. */
  wake(request: HeartbeatRequest): Promise<"kept" | "merged" | "unserved" | "no-chat">;
  /** What became of it. Undefined: it was never kept, or is long forgotten. `put-off`: it was not said. */
  woken(
    request: Pick<HeartbeatRequest, "chat" | "key">,
  ): Promise<"waiting" | "done" | "failed" | "put-off" | undefined>;
  readonly asked: {
    pending(): Promise<readonly AskedHeartbeat[]>;
    settle(ids: readonly number[]): Promise<void>;
  };
  readonly memory: {
    read(key: string): Promise<string | undefined>;
    write(key: string, text: string): Promise<void>;
  };
}
