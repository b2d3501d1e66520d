import { statusAt } from "@hermes/registry/approvals";
import type { AgentInput } from "../turn/turn-input.ts";
import { EventChannel } from "../turn/event-channel.ts";
import { slashCommands } from "./builtin-commands.ts";
import { busyError, noApprovals } from "./controller-errors.ts";
import type { ControlledSession, SessionChoice } from "./controlled-session.ts";
import type { ControllerEvent, Interrupted, UserAnswer, WhileBusy } from "./controller-event.ts";
import type { ControllerPorts } from "./controller-ports.ts";
import { earlierMessages } from "./earlier-messages.ts";
import type { EarlierMessage } from "./earlier-messages.ts";
import { CurrentSession } from "./current-session.ts";
import { Interrupts } from "./interrupts.ts";
import { eventOf, offeredReply } from "./offered-reply.ts";
import type {
  BusyMode,
  CommandReply,
  SessionControls,
  SessionSwitch,
  SlashCommand,
} from "./slash-command.ts";
import { findSlashInput, parseSlashInput } from "./slash-input.ts";
import type { SlashInput } from "./slash-input.ts";
import { queuedInput, typed } from "./queued-input.ts";
import type { Step, QueuedInput } from "./queued-input.ts";

export interface SessionControllerOptions<Session extends ControlledSession> {
  /** Opens the session to go on with, or a new one. */
  readonly openSession: (choice: SessionChoice) => Promise<Session>;
  /** @default {} */
  readonly ports?: ControllerPorts | undefined;
  /** @default slashCommands */
  readonly commands?: readonly SlashCommand[] | undefined;
  /** What a message does that comes while a turn runs. @default "steer" */
  readonly busyMode?: BusyMode | undefined;
  /**
   * What happens to queued input after an interrupt. `run`: it is processed next. `return`: it is given back, with an
   * `input-returned`, for a person who can edit it before it is sent again.
   *
   * @default "run"
   */
  readonly queuedAfterInterrupt?: "run" | "return" | undefined;
  /** Ends everything at once, such as the end of the program. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

type Events<Session extends ControlledSession> = EventChannel<ControllerEvent<Session>>;

/**
 * What every entry point does around a session: turns one after another, messages and commands that come meanwhile,
 * interrupts, `/new`, and the end. Knows no terminal and no chat; whoever uses it reads events and shows them.
 *
 * The rule that all follow:
 * 1. A message while nothing runs starts a turn.
 * 2. One while a turn runs follows the busy mode. `steer`: it rides on the next tool result; without one it starts the
 *    next turn. `queue`: it starts a turn of its own afterwards. `interrupt`: it ends the turn and starts the next.
 * 3. A command while a turn runs is done at once where its row says so; otherwise it waits like a message.
 * 4. An interrupt ends what runs and nothing else: queued input is processed next, or given back where the entry point asks
 *    for that. A second one within two seconds leaves, as does a second one while nothing runs. Leaving ends the turn and skips what would be remembered.
 *
 * @example See examples/controller.ts
 */
export class SessionController<
  Session extends ControlledSession = ControlledSession,
> implements AsyncDisposable {
  readonly #options: SessionControllerOptions<Session>;
  readonly #ports: ControllerPorts;
  readonly #now: () => number;
  readonly #interrupts: Interrupts;
  readonly #current: CurrentSession<Session>;
  readonly #queue: QueuedInput[] = [];
  #events: Events<Session> | undefined;
  /** True while a turn runs, as opposed to a command. */
  #inTurn = false;
  busyMode: BusyMode;

  constructor(options: SessionControllerOptions<Session>) {
    this.#options = options;
    this.#ports = options.ports ?? {};
    this.#now = options.now ?? Date.now;
    this.#interrupts = new Interrupts({ signal: options.signal, now: this.#now });
    const { openSession } = options;
    this.#current = new CurrentSession({ openSession, ports: this.#ports, interrupts: this.#interrupts });
    this.busyMode = options.busyMode ?? "steer";
  }

  /** Undefined before `open`. */
  get session(): Session | undefined {
    return this.#current.session;
  }

  get commands(): readonly SlashCommand[] {
    return this.#options.commands ?? slashCommands;
  }

  /** Whether `run` goes on. */
  get running(): boolean {
    return this.#events !== undefined;
  }

  /** What waits for the end of the turn, oldest first. */
  get queued(): readonly string[] {
    return this.#queue.map(({ text }) => text);
  }

  /**
   * What the person said in this conversation, the newest first, for a list to choose from: `run("/undo N")` with its `back`
   * goes back to before it, and gives its text back in an `edit`.
   */
  get earlierMessages(): readonly EarlierMessage[] {
    return earlierMessages(this.session?.agent.messages ?? []);
  }

  /** True once the person wants to leave. */
  get leaving(): boolean {
    return this.#interrupts.leaving;
  }

  /** @throws what opening the session throws. */
  async open(choice: SessionChoice = {}): Promise<Session> {
    return await this.#current.open(choice);
  }

  /**
   * Does what a line asks for, then what waits behind it, and ends when nothing is left. Leaving the loop early
   * interrupts the turn.
   *
   * @param input A line as it was typed, or a message that is no command.
   * @throws {HermesError} from the iterator: `CONTROLLER_BUSY` while another one goes on: hand the line to `meanwhile`.
   */
  async *run(input: AgentInput): AsyncGenerator<ControllerEvent<Session>, undefined> {
    yield* this.#play({ input });
  }

  /**
   * Goes on with a turn that waits for an approval, then with what was queued; does nothing where none waits. About an
   * approval that is still open the person is asked at once.
   *
   * @throws {HermesError} from the iterator: `CONTROLLER_BUSY`.
   */
  async *continue(): AsyncGenerator<ControllerEvent<Session>, undefined> {
    if (this.#current.opened.agent.openCalls.length > 0) yield* this.#play({ input: undefined });
  }

  /**
   * Gives the answer to an approval, and goes on with the turn that waits for it once none of the session is open any
   * more. While a turn runs, that one takes the answer.
   *
   * @throws {HermesError} from the iterator: `APPROVAL_NOT_FOUND`, `APPROVAL_EXPIRED`, `APPROVAL_CLOSED`;
   * `CONTROLLER_NO_APPROVALS` where the port is absent.
   */
  async *approve(id: string, given: UserAnswer): AsyncGenerator<ControllerEvent<Session>, undefined> {
    const { approvals } = this.#ports;
    if (approvals === undefined) throw noApprovals();
    await approvals.answer(id, { ...given, at: this.#now() });
    if (this.running) return undefined;
    const open = await approvals.list({ sessionId: this.#current.opened.id, status: "open" });
    if (open.every((approval) => statusAt(approval, this.#now()) !== "open")) yield* this.continue();
    return undefined;
  }

  async *#play(first: Step): AsyncGenerator<ControllerEvent<Session>, undefined> {
    if (this.#events !== undefined) throw busyError();
    const events: Events<Session> = new EventChannel();
    this.#events = events;
    // What was interrupted before is none of this.
    this.#interrupts.takeStopped();
    try {
      yield* events.iterate({
        start: async () =>
          await this.#work(first, events).then(
            () => events.end(),
            (error: unknown) => events.fail(error),
          ),
        leave: () => this.#interrupts.abort(),
      });
    } finally {
      this.#events = undefined;
    }
    return undefined;
  }

  /** Takes what comes while `run` goes on. What a command answers comes through the events of `run`. */
  meanwhile(input: AgentInput): WhileBusy {
    if (typeof input === "string") return this.#lineMeanwhile(input.trim());
    this.#queue.push(queuedInput(input));
    return "queued";
  }

  #lineMeanwhile(line: string): WhileBusy {
    if (line === "") return "nothing";
    const input = parseSlashInput(line, this.commands);
    if (input.type === "command" && input.command.whileBusy) {
      // Who leaves waits for nothing.
      if (input.exact && input.command.name === "quit") this.leave();
      else this.#commandMeanwhile(line, input, this.#events);
      return this.leaving ? "leaving" : "command";
    }
    if (input.type === "text" && this.#inTurn) {
      if (this.busyMode === "steer" && this.session?.agent.steer(line, typed) === true) return "steered";
      if (this.busyMode === "interrupt") {
        this.#queue.unshift(queuedInput(line));
        this.#interrupts.abort();
        return "interrupting";
      }
    }
    this.#queue.push(queuedInput(line));
    return "queued";
  }

  /** Interrupts the turn; see the rule above. */
  interrupt(): Interrupted {
    return this.#interrupts.interrupt();
  }

  /** Interrupts what runs, and never leaves. @returns false when nothing runs. */
  stop(): boolean {
    return this.#interrupts.stop();
  }

  /** Takes the newest queued input out of the queue, to be edited. */
  takeBack(): QueuedInput | undefined {
    return this.#queue.pop();
  }

  /** Ends what runs; nothing queued is processed, and nothing more is remembered. */
  leave(): void {
    this.#interrupts.leave();
  }

  /** Closes the session, after the model has saved what is worth remembering, unless somebody is in a hurry. */
  async *close(): AsyncGenerator<ControllerEvent<Session>, undefined> {
    yield* this.#current.close();
    return undefined;
  }

  /** Closes the session without asking the model anything. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.leave();
    await this.#current.dispose();
  }

  async #work(first: Step, events: Events<Session>): Promise<void> {
    let step: Step | undefined = first;
    while (step !== undefined) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const wish = await this.#take(step.input, events);
      this.#options.signal?.throwIfAborted();
      if (this.leaving || wish === "leave") {
        events.push({ type: "leave" });
        return;
      }
      if (this.#interrupts.takeStopped()) this.#giveBack(events);
      const next = this.#queue.shift();
      if (next !== undefined) events.push({ type: "queued-input", text: next.text });
      step = next;
    }
  }

  #giveBack(events: Events<Session>): void {
    if (this.#options.queuedAfterInterrupt !== "return" || this.#queue.length === 0) return;
    events.push({ type: "input-returned", inputs: this.#queue.splice(0) });
  }

  async #take(input: AgentInput | undefined, events: Events<Session>): Promise<"leave" | undefined> {
    try {
      return typeof input === "string"
        ? await this.#line(input, events)
        : await this.#turn({ input }, events);
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      // Without a session nothing can go on.
      if (this.session === undefined) throw error;
      events.push({ type: "failure", error });
      return undefined;
    }
  }

  /** @returns `leave` where the line asks for it. */
  async #line(line: string, events: Events<Session>): Promise<"leave" | undefined> {
    const input = await findSlashInput(line, this.commands, this.#ports.skills);
    if (input.type === "text") return await this.#turn({ input: line }, events);
    if (input.type === "unknown") {
      const { typed: word, near, fits } = input;
      events.push({ type: "unknown-command", typed: word, near, fits });
      return undefined;
    }
    if (input.type === "command") return await this.#command(input.command, input.rest, events);
    const message = await this.#ports.skills?.messageOf(input.name, input.rest);
    if (message !== undefined) return await this.#turn({ input: message }, events);
    const at = { sessionId: this.#current.opened.id };
    const reply = await this.#interrupts.run((signal) => offeredReply(this.#ports, input, { ...at, signal }));
    events.push(eventOf(reply, input.name));
    return reply?.input === undefined ? undefined : await this.#turn({ input: reply.input }, events);
  }

  async #command(command: SlashCommand, rest: string, events: Events<Session>): Promise<"leave" | undefined> {
    const reply = await this.#replyOf(command, rest, events);
    if (reply.then === undefined) return undefined;
    if (reply.then === "leave") return "leave";
    if (reply.then === "continue") return await this.#turn({ input: undefined }, events);
    if (!("session" in reply.then)) return await this.#turn(reply.then, events);
    return await this.#switch(reply.then.session, events);
  }

  async #switch({ send, edit, ...to }: SessionSwitch, events: Events<Session>): Promise<undefined> {
    for await (const event of this.#current.switchTo(to)) events.push(event);
    if (edit !== undefined) events.push({ type: "edit", message: edit });
    if (send !== undefined) await this.#turn({ input: send, again: true }, events);
    return undefined;
  }

  async #replyOf(command: SlashCommand, rest: string, events: Events<Session>): Promise<CommandReply> {
    const session = this.#current.opened;
    const { commands } = this;
    const context = { rest, session, commands, ports: this.#ports, controls: this.#controls() };
    const reply = await this.#interrupts.run(async (signal) => await command.run({ ...context, signal }));
    if ((reply.lines?.length ?? 0) > 0 || reply.copy !== undefined || reply.display !== undefined)
      events.push({ type: "command-reply", command: command.name, reply });
    return reply;
  }

  #commandMeanwhile(
    line: string,
    found: SlashInput & { readonly type: "command" },
    events: Events<Session> | undefined,
  ): void {
    if (events === undefined) return;
    const done = async (): Promise<void> => {
      const input = found.exact ? found : await findSlashInput(line, this.commands, this.#ports.skills);
      // The beginning of a command is the name of a skill.
      if (input.type !== "command") return void this.#queue.push(queuedInput(line));
      const { then } = await this.#replyOf(input.command, input.rest, events);
      if (then === "leave") this.leave();
      else if (typeof then === "object" && "input" in then) this.#queue.push(queuedInput(then.input));
    };
    done().catch((error: unknown) => events.push({ type: "failure", error }));
  }

  /** Runs a turn, or shortens the history. */
  async #turn(
    step: Step | { readonly compress: { readonly focus?: string | undefined } },
    events: Events<Session>,
  ): Promise<undefined> {
    const { agent } = this.#current.opened;
    this.#inTurn = true;
    try {
      await this.#interrupts.run(async (signal) => {
        const turn =
          "compress" in step
            ? agent.compress({ ...step.compress, signal })
            : step.input === undefined
              ? agent.continue({ signal })
              : // What it mentions was attached the first time.
                agent.run(step.input, { signal, ...(step.again === true ? {} : typed) });
        for await (const event of turn) {
          events.push(event);
          if (events.crowded) await events.drained();
        }
      });
    } finally {
      this.#inTurn = false;
      await this.#current.keepTitle();
      if (agent.pendingSteer !== undefined) this.#queue.unshift(queuedInput(agent.pendingSteer));
    }
  }

  #controls(): SessionControls {
    const controller = this;
    return {
      get busyMode() {
        return controller.busyMode;
      },
      set busyMode(mode) {
        controller.busyMode = mode;
      },
      get queued() {
        return controller.queued;
      },
      get busy() {
        return controller.#inTurn;
      },
      queue: (text) => void controller.#queue.push(queuedInput(text)),
      steer: (text) => controller.#inTurn && controller.session?.agent.steer(text, typed) === true,
      stop() {
        const running = controller.#inTurn;
        if (running) controller.#interrupts.abort();
        return running;
      },
      clearQueue: () => controller.#queue.splice(0).length,
      setTitle: async (title) => await controller.#current.setTitle(title),
    };
  }
}
