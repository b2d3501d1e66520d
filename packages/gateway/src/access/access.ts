import type { UserAnswer } from "@hermes/agent-loop/controller";
import type { OpenChatSession, Tier } from "../chat/chat-sessions.ts";
import type { Button, InboundMessage, InboundPress } from "../platforms/platform.ts";
import type { Chat } from "../store/chat-store.ts";

/** Whether a message is dealt with. `reason` is a code, for the log and `status`. */
export type AccessDecision =
  | { readonly type: "allowed"; readonly tier: Tier }
  /** It is not, and the sender is told why. */
  | {
      readonly type: "answered";
      readonly reason: string;
      readonly text: string;
      readonly buttons?: readonly (readonly Button[])[] | undefined;
    }
  | { readonly type: "ignored"; readonly reason: string };

/** What became of an answer to a question that was put into a chat. */
export type QuestionReply =
  /** Whoever waits for it has it. `text` is shown to the sender. */
  | { readonly type: "taken"; readonly text?: string | undefined }
  /** Of a turn that ended waiting for it: the session is opened and goes on. */
  | {
      readonly type: "approval";
      readonly chat: string;
      readonly id: string;
      readonly given: UserAnswer;
      readonly text?: string | undefined;
    };

/** Who may speak, and with what. */
export interface Access {
  /** Asked once for each message, before it is kept. Must not throw. */
  decide(message: InboundMessage): Promise<AccessDecision>;
  /** What a session of that chat is opened with. Asked each time that it is opened. */
  grant(
    chat: Chat,
  ): Promise<
    Pick<
      OpenChatSession,
      "approver" | "clarifier" | "toolsets" | "areDefaultToolsets" | "areToolsetsOfTier" | "folder" | "model"
    >
  >;
  /** @param command Its name in the table. @param platform Whose settings count, beside those of all. */
  mayRun(command: string, tier: Tier, platform?: string): boolean;
  /** A message that answers an open question, and is no words to the model; undefined: it answers none. */
  reply?(message: InboundMessage, chat: Chat): Promise<QuestionReply | undefined>;
  /** Undefined: the button is none of ours. */
  press?(press: InboundPress): Promise<QuestionReply | undefined>;
  /**
   * Asked every few seconds while the gateway runs: answers that nobody gave in time, which are a no, and those that a dead process
   * had taken. An approval that takes none any more (`APPROVAL_CLOSED`, `APPROVAL_EXPIRED`) has one: the turn goes on with it.
   */
  due?(): Promise<readonly QuestionReply[]>;
}
