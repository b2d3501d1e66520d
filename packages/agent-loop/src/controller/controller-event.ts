import type { UserMessage } from "@hermes/models";
import type { GivenAnswer } from "@hermes/registry";
import type { AgentEvent } from "../agent-event.ts";
import type { ControlledSession } from "./controlled-session.ts";
import type { QueuedInput } from "./queued-input.ts";
import type { CommandReply } from "./slash-command.ts";

/** What happens in a session, for whoever shows it: what the agent does, and what the controller does around it. */
export type ControllerEvent<Session extends ControlledSession = ControlledSession> =
  | AgentEvent
  | { readonly type: "session-start"; readonly session: Session }
  /** A queued input is processed. */
  | { readonly type: "queued-input"; readonly text: string }
  /** After an interrupt: what was queued is not processed, oldest first. */
  | { readonly type: "input-returned"; readonly inputs: readonly QueuedInput[] }
  | { readonly type: "command-reply"; readonly command: string; readonly reply: CommandReply }
  /** `fits`: commands that begin with what was typed, where there are several. */
  | {
      readonly type: "unknown-command";
      readonly typed: string;
      readonly near: string | undefined;
      readonly fits: readonly string[];
    }
  /** A message that is no longer part of the conversation, for the person to edit and send again. */
  | { readonly type: "edit"; readonly message: UserMessage }
  /** The model sees what is worth remembering of a session that closes; an interrupt skips it. */
  | { readonly type: "saving-facts" }
  | { readonly type: "facts-saved"; readonly entries: readonly string[] }
  /** A turn or a command could not be done; the session goes on. */
  | { readonly type: "failure"; readonly error: unknown }
  /** The person wants to leave. Nothing comes after it. */
  | { readonly type: "leave" };

export type UserAnswer = Pick<GivenAnswer, "answer" | "actor">;

/** What became of a line that came while a turn ran. */
export type WhileBusy = "steered" | "queued" | "interrupting" | "command" | "leaving" | "nothing";

/** What an interrupt did. `ask-again`: nothing ran, and a second one leaves. `leave-now`: a third one, nobody wants to wait. */
export type Interrupted = "turn" | "ask-again" | "leave" | "leave-now";
