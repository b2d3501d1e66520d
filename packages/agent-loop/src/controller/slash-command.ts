import type { AgentInput } from "../turn/turn-input.ts";
import type { ControllerPorts } from "./controller-ports.ts";
import type { ControlledSession } from "./controlled-session.ts";

/** What a command answers: lines for people, and the same as data for a page or a program. */
export interface CommandReply {
  readonly lines?: readonly string[] | undefined;
  readonly data?: unknown;
  /** What is done next: a message to the model, a shorter history, the turn that waits for an approval, a session of its own, or the end. */
  readonly then?:
    | { readonly input: AgentInput }
    | { readonly compress: { readonly focus?: string | undefined } }
    | "continue"
    | "new-session"
    | "leave"
    | undefined;
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
}

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
  /** Typed while a turn runs, it is done at once instead of after the turn. */
  readonly whileBusy: boolean;
  run(context: CommandContext): CommandReply | Promise<CommandReply>;
}

export interface DefineSlashCommandOptions extends Pick<SlashCommand, "name" | "summary" | "run"> {
  /** @default [] */
  readonly aliases?: readonly string[] | undefined;
  /** @default false */
  readonly whileBusy?: boolean | undefined;
}

export function defineSlashCommand(options: DefineSlashCommandOptions): SlashCommand {
  const { aliases = [], whileBusy = false, ...rest } = options;
  return { ...rest, aliases, whileBusy };
}
