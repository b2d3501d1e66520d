import type { UserMessage } from "@hermes/models";
import type { AgentInput } from "../turn/turn-input.ts";
import type { ControllerPorts } from "./controller-ports.ts";
import type { ControlledSession, SessionChoice } from "./controlled-session.ts";

/** What a command answers: lines for people, and the same as data for a page or a program. */
export interface CommandReply {
  readonly lines?: readonly string[] | undefined;
  readonly data?: unknown;
  /** For the clipboard, where the entry point has one; elsewhere it is said. */
  readonly copy?: string | undefined;
  /** What is done to the display, where there is one. */
  readonly display?: DisplayChange | undefined;
  /** What is done next: a message to the model, a shorter history, the turn that waits for an approval, another session, or the end. */
  readonly then?:
    | { readonly input: AgentInput }
    | { readonly compress: { readonly focus?: string | undefined } }
    | { readonly session: SessionSwitch }
    | "continue"
    | "leave"
    | undefined;
}

export type DisplayChange = "clear" | "redraw" | "show-thinking" | "hide-thinking";

/** Another session takes the place of this one, which is closed and kept. */
export interface SessionSwitch {
  readonly open: SessionChoice;
  readonly title?: string | undefined;
  /** Sent there, as it is. */
  readonly send?: UserMessage | undefined;
  /** Given back to the person, who can edit it and send it there. */
  readonly edit?: UserMessage | undefined;
}

/** What a command works with. */
export interface CommandContext {
  /** What stands behind the name. */
  readonly rest: string;
  readonly session: ControlledSession;
  readonly ports: ControllerPorts;
  readonly commands: readonly SlashCommand[];
  readonly controls: SessionControls;
  readonly signal: AbortSignal;
}

/** What commands may do to the session they stand in. */
export interface SessionControls {
  busyMode: BusyMode;
  readonly queued: readonly string[];
  /** Whether a turn runs. */
  readonly busy: boolean;
  queue(text: string): void;
  /** @returns false when no turn runs. */
  steer(text: string): boolean;
  /** Interrupts the turn under way. @returns false when none runs. */
  stop(): boolean;
  clearQueue(): number;
  /**
   * Names the session; one that nothing was said in yet once that is done.
   *
   * @returns false where no sessions are kept.
   */
  setTitle(title: string): Promise<boolean>;
}

/** What commands are grouped by, in the order of `/help`. */
export const commandKinds = {
  session: "Session",
  configuration: "Configuration",
  tools: "Tools & skills",
  info: "Info",
} as const;

export type CommandKind = keyof typeof commandKinds;

/** What can stand behind a command: words of its own, or what a menu has to look up. */
export type ArgumentSource =
  | "commands"
  | "efforts"
  | "models"
  | "modes"
  | "paths"
  | "personalities"
  | "sessions"
  | "skills"
  | readonly string[];

/** What a message does that comes while a turn runs. */
export type BusyMode = "steer" | "queue" | "interrupt";

export const busyModes: readonly BusyMode[] = ["steer", "queue", "interrupt"];

/** One command of a session, the same at every entry point. */
export interface SlashCommand {
  /** Lower case, without the slash. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** One sentence, for `/help`. */
  readonly summary: string;
  readonly kind: CommandKind;
  /** What stands behind the name, for people: `[name]`, `<text>`; empty: nothing. */
  readonly hint: string;
  /** For menus. Absent: nothing that could be listed. */
  readonly completes?: ArgumentSource | undefined;
  /** Typed while a turn runs, it is done at once instead of after the turn. */
  readonly whileBusy: boolean;
  run(context: CommandContext): CommandReply | Promise<CommandReply>;
}

export interface DefineSlashCommandOptions extends Pick<
  SlashCommand,
  "name" | "summary" | "run" | "completes"
> {
  /** @default "session" */
  readonly kind?: CommandKind | undefined;
  /** @default "" */
  readonly hint?: string | undefined;
  /** @default [] */
  readonly aliases?: readonly string[] | undefined;
  /** @default false */
  readonly whileBusy?: boolean | undefined;
}

export function defineSlashCommand(options: DefineSlashCommandOptions): SlashCommand {
  const { aliases = [], whileBusy = false, kind = "session", hint = "", ...rest } = options;
  return { ...rest, aliases, whileBusy, kind, hint };
}
