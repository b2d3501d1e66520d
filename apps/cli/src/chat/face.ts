import type { AgentInput } from "@hermes/agent-loop";
import type { OpenSession } from "@hermes/runtime";
import type {
  ControllerPorts,
  DisplayChange,
  EarlierMessage,
  SlashCommand,
} from "@hermes/agent-loop/controller";
import type { OwnCommandView } from "../input/own-commands.ts";
import type { Questions } from "../prompt/question.ts";
import type { EventRenderer } from "../render/event-renderer.ts";
import type { Style } from "../render/style.ts";
import type { QuestionPlace } from "../screen/question-view.ts";

/** A terminal as a conversation sees it: what is shown, and what the person does. */
export interface Face extends Disposable {
  readonly questions: Questions;
  /** Where lists of its own kind are put; absent on a terminal that draws none. */
  readonly place?: QuestionPlace | undefined;
  readonly style: Style;
  readonly renderer: EventRenderer;
  readonly columns: number;
  /** For `/help`: what keys do here. */
  readonly keys?: string | undefined;
  /** A line of its own, which stays. */
  note(line: string): void;
  /** A line that is not known yet; a terminal without a live region leaves it out. */
  noteLater(line: Promise<string>): void;
  /** What the person said, where the terminal does not show it anyway. @param aside What becomes of it. */
  said(text: string, aside?: string): void;
  /** A command of the person's own, to which its output is given. */
  ownCommand(command: string): OwnCommandView;
  /** What the person said waits for the end of the turn. */
  waits(text: string): void;
  /** Says that something takes time, until it is disposed of. @param line Given milliseconds. */
  working(line: (elapsedMs: number) => string): Disposable;
  /** Lets another program, such as an editor, have the terminal while a task goes on. */
  lend<Result>(task: () => Promise<Result>): Promise<Result>;
  /** From now on the person can type. */
  open(conversation: Conversation): void;
  /** Whether the conversation is busy, what waits, or what is talked with has changed. */
  changed(): void;
  /** Puts a text in front of what the person types, to be edited. */
  edit(text: string): void;
  /** @returns false where the terminal can't do that. */
  display(change: DisplayChange): boolean;
  /** Puts a text on the clipboard. @returns What to say of it; undefined where the terminal has none. */
  copy(text: string): string | undefined;
  /** Something waits for the person, or took long. */
  notify(about: string): void;
}

/** What a person can do in a conversation. */
export interface Conversation {
  /** Undefined before it began. */
  readonly session: OpenSession | undefined;
  readonly busy: boolean;
  readonly commands: readonly SlashCommand[];
  readonly ports: ControllerPorts;
  /** What the person said, the newest first. */
  readonly earlier: readonly EarlierMessage[];
  /** What waits for the end of the turn, oldest first. */
  readonly queued: readonly string[];
  /** @param text As it stood on the line. */
  submit(input: AgentInput, text: string): void;
  /** Takes the newest of what waits back. */
  takeBack(): string | undefined;
  /** Ctrl-C. */
  interrupt(): void;
  /** Esc: ends the turn, and never the conversation. @returns false when nothing runs. */
  stop(): boolean;
  /** `!command`: the person's own, also while a turn goes on. */
  runOwn(command: string): void;
  /** Ctrl-D. */
  end(): void;
  /** Ctrl-D at a question. */
  endAfterTurn(): void;
}
