/** What holds for every chat platform. */
export interface GatewaySettings {
  /** Ids of users. */
  readonly allowed_users: readonly string[];
  readonly allow_all_users: boolean;
  readonly unauthorized_dm_behavior?: "pair" | "ignore" | undefined;
  /** Undefined: the default of the tier. */
  readonly user_toolsets?: readonly string[] | undefined;
  readonly guest_toolsets?: readonly string[] | undefined;
  /** Without the slash; beside those that everybody has. */
  readonly user_allowed_commands: readonly string[];
  /** Where the work of owners is done. */
  readonly cwd?: string | undefined;
  /** Of the HTTP listener. */
  readonly host: string;
  readonly port?: number | undefined;
  readonly allowed_hosts: readonly string[];
  readonly public_url?: string | undefined;
  readonly group_sessions_per_user: boolean;
  readonly thread_sessions_per_user: boolean;
  readonly busy_mode: "steer" | "queue" | "interrupt";
  readonly backlog: "all" | "newest" | "summary";
  readonly session_reset: {
    readonly mode: "daily" | "idle" | "both" | "none";
    /** Of the day, here. */
    readonly at_hour: number;
    readonly idle_minutes: number;
  };
  readonly human_delay: {
    readonly mode: "off" | "natural" | "custom";
    readonly min_ms: number;
    readonly max_ms: number;
  };
}

/** What every platform knows. Its own settings stand beside these; its adapter checks them. */
export interface PlatformSettings {
  readonly enabled?: boolean | undefined;
  /** Ids of users. */
  readonly owners?: readonly string[] | undefined;
  readonly allowed_users?: readonly string[] | undefined;
  readonly allow_all_users?: boolean | undefined;
  readonly group_allowed_users?: readonly string[] | undefined;
  /** Ids of chats. */
  readonly group_allowed_chats?: readonly string[] | undefined;
  readonly require_mention?: boolean | undefined;
  readonly free_response_chats?: readonly string[] | undefined;
  /** Ids of threads. */
  readonly ignored_threads?: readonly string[] | undefined;
  readonly unauthorized_dm_behavior?: "pair" | "ignore" | undefined;
  readonly user_allowed_commands?: readonly string[] | undefined;
  /** `CHAT` or `CHAT:THREAD`. */
  readonly home_channel?: string | undefined;
  readonly [own: string]: unknown;
}
