/** The tables as a query builder sees them. Times are milliseconds since 1970. */
export interface StateTables {
  readonly sessions: SessionsTable;
  readonly messages: MessagesTable;
  /** Prompts (a JSON string) and tool definitions (a JSON list), each stored once. */
  readonly texts: { readonly key: number; readonly hash: number; readonly body: string };
  readonly histories: HistoriesTable;
  readonly session_heads: SessionHeadsTable;
  readonly running_requests: RunningRequestsTable;
  readonly running_calls: RunningCallsTable;
  readonly session_leases: SessionLeasesTable;
  readonly usage: UsageTable;
  readonly learnings: LearningsTable;
  readonly audit: AuditTable;
  readonly notices: NoticesTable;
  readonly spend: SpendTable;
  readonly approvals: ApprovalsTable;
}

export interface SessionsTable {
  readonly key: number;
  readonly id: string;
  readonly parent_id: string | null;
  readonly platform: string;
  readonly user_id: string | null;
  readonly cwd: string | null;
  readonly model: string;
  /** The system prompt of the beginning: a `key` of `texts`. */
  readonly system_key: number;
  /** The tool definitions: a `key` of `texts`. */
  readonly tools_key: number;
  /** Untrusted sources of both, a JSON list; null for most. */
  readonly provenance: string | null;
  /** Where the layers of the prompt stand, a JSON list; null where it is not known. */
  readonly layout: string | null;
  readonly title: string | null;
  /** 1 when somebody chose the title, 2 when a program suggested it, 0 when it is the first words. */
  readonly title_chosen: number;
  /** 1 for one question without a conversation, until somebody goes on with it. */
  readonly one_shot: number;
  /** The file that the session was imported from. */
  readonly imported_from: string | null;
  readonly summary: string | null;
  /** How many messages there were when the summary was written. */
  readonly summarized_count: number;
  /** A JSON list. */
  readonly keywords: string;
  /** A JSON list. */
  readonly tags: string;
  readonly started_at: number;
  readonly last_active_at: number;
  readonly ended_at: number | null;
  readonly end_reason: string | null;
  readonly message_count: number;
  readonly tool_call_count: number;
  readonly model_call_count: number;
  /** Calls whose model has no known price; `cost_usd` is without them. */
  readonly unpriced_call_count: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly reasoning_tokens: number;
  readonly cost_usd: number;
}

export interface MessagesTable {
  /** In the order in which messages were written, over all sessions. */
  readonly id: number;
  readonly session_key: number;
  readonly role: "user" | "assistant" | "tool";
  /** What a person would read: the text parts, or the result of a tool. */
  readonly text: string;
  /** JSON of what a message has besides its text; null for most. */
  readonly body: string | null;
  readonly tool_name: string | null;
  readonly tool_call_id: string | null;
  readonly finish_reason: string | null;
  /** A JSON list of untrusted sources; null for most. */
  readonly provenance: string | null;
  /** 1 when a compression wrote it. */
  readonly from_compression: number;
  readonly at: number;
  readonly model: string | null;
  readonly duration_ms: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cache_read_tokens: number | null;
  readonly cache_write_tokens: number | null;
  readonly reasoning_tokens: number | null;
  readonly cost_usd: number | null;
}

/** From `after_id` on, the live history is the listed messages and whatever came after. */
export interface HistoriesTable {
  readonly id: number;
  readonly session_key: number;
  readonly reason: string;
  /** A JSON list of `id`s of `messages`. */
  readonly message_ids: string;
  readonly after_id: number;
  readonly at: number;
  /** The system prompt from here on: a `key` of `texts`; null where it stays as it was. */
  readonly system_key: number | null;
  /** Where its layers stand, a JSON list; null where it is not known. */
  readonly layout: string | null;
}

/** Epochs: from such a row on, requests of a session begin with another prompt and other tools. */
export interface SessionHeadsTable {
  readonly id: number;
  readonly session_key: number;
  /** The system prompt from here on: a `key` of `texts`. */
  readonly system_key: number;
  /** The tool definitions from here on: a `key` of `texts`. */
  readonly tools_key: number;
  /** Untrusted sources of both and of those before, a JSON list; null for most. */
  readonly provenance: string | null;
  /** Where the layers of the prompt stand, a JSON list; null where it is not known. */
  readonly layout: string | null;
  readonly model: string;
  /** Compressions up to this `id` of `histories` were before it. */
  readonly after_history_id: number;
  readonly at: number;
}

export interface RunningRequestsTable {
  readonly session_key: number;
  readonly round: number | null;
  readonly model: string | null;
  readonly text: string | null;
  readonly reasoning: string | null;
  readonly at: number;
}

export interface RunningCallsTable {
  readonly id: number;
  readonly session_key: number;
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
  readonly at: number;
}

/** Who may write to a session. */
export interface SessionLeasesTable {
  readonly session_key: number;
  /** Of the last lease; it only grows. */
  readonly token: number;
  /** JSON; null while nobody holds the session. */
  readonly owner: string | null;
  readonly since: number;
  readonly expires_at: number;
}

/** One row per call of a model or a tool. */
export interface UsageTable {
  readonly id: number;
  readonly session_key: number | null;
  readonly at: number;
  readonly kind: "model" | "tool";
  /** Of the model or the tool. */
  readonly name: string;
  /** What a call outside the session was for, such as `title`; null for the session itself. */
  readonly purpose: string | null;
  readonly duration_ms: number | null;
  /** 1 when a tool answered with an error. */
  readonly failed: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly reasoning_tokens: number;
  readonly cost_usd: number | null;
  /** 1 when the tokens are an estimate, because the answer was cut. */
  readonly estimated: number;
  /** JSON of what the request began with; null for most. */
  readonly prefix: string | null;
}

export interface LearningsTable {
  readonly id: number;
  readonly pattern: string;
  readonly error_type: string;
  readonly fix: string;
  readonly context: string;
  /** A JSON list. */
  readonly tags: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly times_used: number;
  readonly times_helped: number;
}

/** Who asked for what, and who decided what and why. */
export interface AuditTable {
  readonly id: number;
  readonly at: number;
  readonly session_id: string | null;
  readonly platform: string;
  readonly user_id: string | null;
  readonly tool: string;
  readonly request: string;
  readonly decision: "allowed" | "denied";
  readonly decided_by: string;
  readonly reason: string;
}

/** What happened beside a session. */
export interface NoticesTable {
  /** In the order in which they were recorded. */
  readonly key: number;
  /** Of a session that need not be there. */
  readonly session_id: string;
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly at: number;
  /** 1 when the text is fixed, because a message with it was being written. */
  readonly taken: number;
  /** When the message was written; null while the notice waits. */
  readonly delivered_at: number | null;
}

/** What models could cost and did cost. */
export interface SpendTable {
  /** `session <id>`, `tree <id of its first session>`, `job <id>`, `day 2026-01-31`; `open <id>`: a reservation. */
  readonly scope: string;
  readonly reserved_tokens: number;
  readonly settled_tokens: number;
  /** Billionths of a dollar. */
  readonly reserved_nano_usd: number;
  /** Billionths of a dollar. */
  readonly settled_nano_usd: number;
  readonly reserved_requests: number;
  readonly settled_requests: number;
  /** Of a reservation: a JSON list of the rows that it counts in. */
  readonly scopes: string | null;
  /** Of a reservation: JSON of the process that made it; null where it did not say. */
  readonly owner: string | null;
  /** Of a reservation. */
  readonly at: number | null;
}

/** Questions to people, and what came of them. */
export interface ApprovalsTable {
  readonly key: number;
  readonly id: string;
  readonly session_id: string;
  readonly call_id: string;
  /** JSON of what was asked. */
  readonly request: string;
  /** What an answer holds for. */
  readonly digest: string;
  readonly asked_at: number;
  readonly expires_at: number | null;
  readonly status: "open" | "answered" | "expired" | "withdrawn";
  /** JSON; null where nobody answered. */
  readonly answer: string | null;
  readonly actor: string | null;
  readonly closed_at: number | null;
}
