import type { JsonSchema } from "@hermes/registry";

/** What a server needs of the agent behind it. Everything in it is the person's own; times are milliseconds since 1970. */
export interface HermesServerPorts {
  readonly conversations: ConversationsPort;
  readonly events: EventsPort;
  readonly approvals: ApprovalsPort;
  readonly agent: AgentPort;
  /** Chat platforms. Absent: none is connected. */
  readonly channels?: ChannelsPort | undefined;
  /** Tools of the agent that the settings expose. Absent: none. */
  readonly tools?: ExposedToolsPort | undefined;
  /** What takes secrets out of each text that leaves. */
  redactor(): Promise<(text: string) => string>;
}

export interface Conversation {
  readonly id: string;
  readonly title: string;
  readonly platform: string;
  readonly model: string;
  readonly cwd?: string | undefined;
  /** The conversation that it works for. */
  readonly parentId?: string | undefined;
  readonly summary?: string | undefined;
  readonly startedAt: number;
  readonly lastActiveAt: number;
  readonly messageCount: number;
}

export interface ConversationMessage {
  /** Grows with every message of the store. */
  readonly id: number;
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  readonly at: number;
  readonly toolName?: string | undefined;
  /** Names of the tools that it calls. */
  readonly toolCalls: readonly string[];
  /** How many images it has. */
  readonly attachments: number;
  /** Untrusted sources of its text, such as `web: example.com`. */
  readonly sources: readonly string[];
}

export interface MessagePage {
  /** Oldest first. */
  readonly messages: readonly ConversationMessage[];
  /** How many there are before the first, and after the last. */
  readonly earlier: number;
  readonly later: number;
}

export interface Attachment {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

export interface FoundConversation {
  readonly conversation: Conversation;
  readonly hits: readonly {
    readonly messageId: number;
    readonly role: ConversationMessage["role"];
    readonly at: number;
    /** On one line; what was found stands in `>>> <<<`. */
    readonly snippet: string;
  }[];
}

export interface ConversationsPort {
  /** The last active first. */
  list(options: {
    readonly offset: number;
    readonly limit: number;
    readonly platform?: string | undefined;
  }): Promise<readonly Conversation[]>;
  /** @param id Of a conversation, or the beginning of one. @throws {HermesError} where none or several are meant. */
  get(id: string): Promise<Conversation>;
  /**
   * @param id Of a conversation.
   * @param options.before Messages before this one; without it and `after`, the newest.
   * @param options.after Messages after this one.
   * @returns undefined where the conversation has no such message.
   */
  messages(
    id: string,
    options: {
      readonly before?: number | undefined;
      readonly after?: number | undefined;
      readonly limit: number;
    },
  ): Promise<MessagePage | undefined>;
  /** @returns undefined where the conversation has no such message. */
  attachments(id: string, messageId: number): Promise<readonly Attachment[] | undefined>;
  /** All of it, as Markdown. */
  transcript(id: string): Promise<string>;
  search(
    query: string,
    options: { readonly limit: number; readonly conversationId?: string | undefined },
  ): Promise<readonly FoundConversation[]>;
  /** Says something to the agent of a conversation, which reads it at its next step, or when the conversation goes on. */
  tell(id: string, text: string): Promise<void>;
}

/** A place in what has happened: ids of the last message and of the last question. */
export interface EventPlace {
  readonly message: number;
  readonly approval: number;
}

export type HermesEvent =
  | { readonly type: "message"; readonly conversationId: string; readonly message: ConversationMessage }
  | { readonly type: "permission-asked"; readonly permission: OpenPermission };

export interface EventsPort {
  /** Behind all that has happened. Cheap: it is asked twice a second while somebody waits. */
  place(): Promise<EventPlace>;
  /** What came after a place, in its order, and the place behind it. */
  after(
    place: EventPlace,
    options: { readonly limit: number; readonly conversationId?: string | undefined },
  ): Promise<{ readonly events: readonly HermesEvent[]; readonly place: EventPlace }>;
}

/** A question that waits for an answer. */
export interface OpenPermission {
  readonly id: string;
  readonly conversationId: string;
  readonly tool: string;
  readonly action: string;
  readonly summary: string;
  readonly reason: string;
  readonly findings: readonly string[];
  readonly diff?: string | undefined;
  /** What "always" would allow; absent: then it holds for the conversation alone. */
  readonly rule?: string | undefined;
  readonly askedAt: number;
  readonly expiresAt?: number | undefined;
}

export interface ApprovalsPort {
  /** The oldest first. */
  listOpen(conversationId?: string): Promise<readonly OpenPermission[]>;
  /**
   * The first answer is the one that holds.
   *
   * @throws {HermesError} `APPROVAL_NOT_FOUND`, `APPROVAL_EXPIRED`, `APPROVAL_CLOSED`.
   */
  answer(
    id: string,
    decision: "allow-once" | "allow-always" | "deny",
  ): Promise<{ readonly conversationId: string }>;
}

export interface AskRequest {
  /** Absent: a turn that waited for a permission goes on. */
  readonly prompt?: string | undefined;
  /** Absent: a conversation of its own. */
  readonly conversationId?: string | undefined;
  /** Aborting it ends the turn. */
  readonly signal: AbortSignal;
  /** One line on what the agent does now. */
  readonly progress: (text: string) => void;
}

export interface AgentAnswer {
  readonly conversationId: string;
  readonly text: string;
  /** Why the turn ended: `answered`, `awaiting-approval`, `interrupted`, … */
  readonly reason: string;
  /** The same in words, where the text does not say it. */
  readonly note?: string | undefined;
  /** Ids of the questions that it waits for. */
  readonly awaiting: readonly string[];
}

export interface AgentPort {
  /** One turn. What needs a permission ends it as `awaiting-approval`. @throws {HermesError} such as `SESSION_BUSY`. */
  ask(request: AskRequest): Promise<AgentAnswer>;
}

export interface Channel {
  /** What `messages_send` takes, such as `telegram:1234`. */
  readonly target: string;
  readonly platform: string;
  readonly name: string;
}

export interface ChannelsPort {
  list(): Promise<readonly Channel[]>;
  /** @throws {HermesError} where there is no such target, or it could not be delivered. */
  send(target: string, text: string, options: { readonly signal: AbortSignal }): Promise<void>;
}

export interface ExposedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** Whether no call of it changes anything. */
  readonly readOnly: boolean;
}

export interface ExposedToolsPort {
  /** In the order of the alphabet. */
  list(): Promise<readonly ExposedTool[]>;
  /** Through the guard, which refuses what it would have to ask about. */
  call(
    name: string,
    args: unknown,
    options: { readonly signal: AbortSignal; readonly progress: (text: string) => void },
  ): Promise<{ readonly content: string; readonly isError: boolean }>;
}
