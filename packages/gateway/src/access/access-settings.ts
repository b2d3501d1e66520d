/** What is set about who may speak on a platform. Ids are those of the platform; `*` in a list of users: everybody. */
export interface AccessSettings {
  readonly owners?: readonly string[] | undefined;
  readonly allowed_users?: readonly string[] | undefined;
  readonly allow_all_users?: boolean | undefined;
  /** Users that may speak in groups. */
  readonly group_allowed_users?: readonly string[] | undefined;
  /** Groups in which everybody may. */
  readonly group_allowed_chats?: readonly string[] | undefined;
  /** @default true */
  readonly require_mention?: boolean | undefined;
  readonly free_response_chats?: readonly string[] | undefined;
  readonly ignored_threads?: readonly string[] | undefined;
  readonly unauthorized_dm_behavior?: "pair" | "ignore" | undefined;
  readonly user_allowed_commands?: readonly string[] | undefined;
}

/** What is set for all platforms. */
export interface SharedAccessSettings {
  readonly allowed_users?: readonly string[] | undefined;
  /** Counts where no list of users is set. */
  readonly allow_all_users?: boolean | undefined;
  readonly unauthorized_dm_behavior?: "pair" | "ignore" | undefined;
  readonly user_toolsets?: readonly string[] | undefined;
  readonly guest_toolsets?: readonly string[] | undefined;
  readonly user_allowed_commands?: readonly string[] | undefined;
}
