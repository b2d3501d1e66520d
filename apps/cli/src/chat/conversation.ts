import type { Agent } from "@hermes/agent-loop";
import type { OpenSession, Runtime } from "@hermes/runtime";
import { formatFailure, toFailure } from "../failure.ts";
import { exitCodes } from "../host.ts";
import type { Terminal } from "../prompt/terminal.ts";
import { oneLine } from "../render/fit.ts";
import type { EventRenderer } from "../render/event-renderer.ts";
import { describeSlashCommands, parseSlashInput } from "../slash-commands.ts";
import { banner } from "./banner.ts";
import { recap } from "./recap.ts";
import { switchMode } from "./switch-mode.ts";

/** A second Ctrl-C within this time leaves. */
const leaveWithinMs = 2000;

export interface ConversationOptions {
  readonly terminal: Terminal;
  readonly renderer: EventRenderer;
  readonly cwd: string;
  readonly stopped: AbortSignal;
  /** Ends the process, for a person who does not want to wait until everything is put away. */
  readonly leaveAtOnce: () => void;
}

/** Takes what a person types and lets the agent answer, until the person leaves. */
export class Conversation {
  readonly #terminal: Terminal;
  readonly #renderer: EventRenderer;
  readonly #cwd: string;
  readonly #stopped: AbortSignal;
  readonly #leaveAtOnce: () => void;
  /** Typed while the agent was busy, to be taken up afterwards. */
  #next: string[] = [];
  #turn: { readonly agent: Agent; readonly control: AbortController } | undefined;
  #interruptedAt = -Infinity;
  #leaving = false;

  constructor({ terminal, renderer, cwd, stopped, leaveAtOnce }: ConversationOptions) {
    this.#terminal = terminal;
    this.#renderer = renderer;
    this.#cwd = cwd;
    this.#stopped = stopped;
    this.#leaveAtOnce = leaveAtOnce;
  }

  /** Runs one conversation after another (`/new`) and gives the exit code. */
  async run(runtime: Runtime, resume: string | undefined): Promise<number> {
    this.#listen();
    for (let next = resume; ; next = undefined) {
      await using session = await runtime.openSession({ resume: next });
      this.#greet(session);
      const wish = await this.#talk(session, runtime);
      await this.#saveFacts(session);
      if (wish === "leave") return exitCodes.ok;
    }
  }

  /** What is worth remembering is saved, unless the person is in a hurry: Ctrl-C ends it. */
  async #saveFacts(session: OpenSession): Promise<void> {
    if (this.#leaving || this.#stopped.aborted) return;
    const control = new AbortController();
    this.#turn = { agent: session.agent, control };
    try {
      const signal = AbortSignal.any([control.signal, this.#stopped]);
      for (const entry of await session.saveFacts({ signal })) this.#remark(`Remembered: ${oneLine(entry)}`);
    } finally {
      this.#turn = undefined;
    }
  }

  /** Ctrl-C: interrupts the turn; twice, or while nothing runs, it leaves. */
  interrupt(): void {
    const again = Date.now() - this.#interruptedAt < leaveWithinMs;
    this.#interruptedAt = Date.now();
    if (this.#leaving) return this.#leaveAtOnce();
    if (again) this.#leaving = true;
    else if (this.#turn === undefined) this.#remark("Press Ctrl-C again to leave, or type /quit.");
    this.#turn?.control.abort();
  }

  #greet(session: OpenSession): void {
    const { screen, style } = this.#terminal;
    for (const line of banner(session, { cwd: this.#cwd, columns: screen.columns }))
      screen.note(style.dim(line));
    if (session.resumed) for (const line of recap(session.agent.messages, screen.columns)) screen.note(line);
  }

  async #talk(session: OpenSession, runtime: Runtime): Promise<"leave" | "new"> {
    for (;;) {
      const text = await this.#input();
      if (text === undefined) return "leave";
      const input = parseSlashInput(text);
      if (input.type === "text") await this.#answer(session, text);
      else if (input.type === "unknown") this.#remark(unknownCommand(input.typed, input.near));
      else if (input.name === "help")
        for (const line of describeSlashCommands()) this.#terminal.screen.note(line);
      else if (input.name === "mode") this.#remark(await switchMode(runtime, session.id, input.rest));
      else return input.name === "new" ? "new" : "leave";
      if (this.#leaving) return "leave";
    }
  }

  /** The next message or command; undefined when the person leaves. */
  async #input(): Promise<string | undefined> {
    for (;;) {
      const waiting = this.#next.shift();
      if (waiting !== undefined) {
        this.#remark(`› ${waiting}`);
        return waiting;
      }
      const answer = await this.#terminal.editor.read({ prompt: "› ", signal: this.#stopped });
      if (answer.type === "end") return undefined;
      if (answer.type === "interrupt") this.interrupt();
      if (this.#leaving) return undefined;
      if (answer.type === "line" && answer.text.trim() !== "") return answer.text.trim();
    }
  }

  async #answer({ agent }: OpenSession, text: string): Promise<void> {
    const control = new AbortController();
    this.#turn = { agent, control };
    try {
      const signal = AbortSignal.any([control.signal, this.#stopped]);
      for await (const event of agent.run(text, { signal })) this.#renderer.event(event);
    } catch (error) {
      this.#stopped.throwIfAborted();
      if (!control.signal.aborted)
        this.#terminal.screen.note(this.#terminal.style.red(formatFailure(toFailure(error))));
    } finally {
      this.#turn = undefined;
      this.#terminal.screen.note("");
      if (agent.pendingSteer !== undefined) this.#next.unshift(agent.pendingSteer);
    }
  }

  /** Hears what is typed while nothing is asked. */
  #listen(): void {
    const { screen, editor } = this.#terminal;
    editor.listen({
      typing: () => screen.hold(),
      typed: () => screen.release(),
      line: (text) => this.#typedMeanwhile(text),
      interrupt: () => this.interrupt(),
      end: () => {
        this.#leaving = true;
        this.#turn?.control.abort();
      },
    });
  }

  #typedMeanwhile(text: string): void {
    if (text.trim() === "") return;
    const input = parseSlashInput(text);
    if (input.type === "text" && this.#turn?.agent.steer(text.trim())) {
      this.#aside("(will be passed on with the next tool result)");
    } else if (input.type === "command" && input.name === "quit") {
      this.#leaving = true;
      this.#turn?.control.abort();
    } else {
      this.#next.push(text);
      this.#aside("(will be done after this answer)");
    }
  }

  #aside(text: string): void {
    this.#terminal.screen.aside(this.#terminal.style.dim(text));
  }

  #remark(text: string): void {
    this.#terminal.screen.note(this.#terminal.style.dim(oneLine(text)));
  }
}

function unknownCommand(typed: string, near: string | undefined): string {
  return `There is no command /${typed}. ${near === undefined ? "See /help." : `Did you mean /${near}?`}`;
}
