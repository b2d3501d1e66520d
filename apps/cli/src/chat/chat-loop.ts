import { SessionController, withCommands } from "@hermes/agent-loop/controller";
import type { ControllerEvent, WhileBusy } from "@hermes/agent-loop/controller";
import type { AgentInput } from "@hermes/agent-loop";
import type { UserMessage } from "@hermes/models";
import type { Environment } from "@hermes/registry";
import type { OpenSession, OpenSessionOptions, Runtime } from "@hermes/runtime";
import { safe } from "../commands/skills/safe-text.ts";
import { formatFailure, toFailure } from "../failure.ts";
import { exitCodes } from "../host.ts";
import type { Terminal } from "../prompt/terminal.ts";
import { fit, oneLine } from "../render/fit.ts";
import { formatDuration } from "../render/activity-line.ts";
import { StatusLine } from "../render/status-line.ts";
import type { EventRenderer } from "../render/event-renderer.ts";
import { banner } from "./banner.ts";
import { controllerPorts } from "./controller-ports.ts";
import { openChatSession } from "./open-chat-session.ts";
import { recap } from "./recap.ts";
import { createModelCommand } from "./model-command.ts";
import { createContextCommand } from "./context-command.ts";
import { createSkillsCommand } from "./skills-command.ts";
import { reportScriptCalls } from "./report-script-calls.ts";
import type { ShowEvent } from "./report-script-calls.ts";
import type { WithSkills } from "./with-skills.ts";

export interface ChatLoopOptions {
  readonly terminal: Terminal;
  readonly renderer: EventRenderer;
  readonly cwd: string;
  readonly env: Environment;
  /** Lets another program have the terminal while a task goes on. */
  readonly lend: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Puts text there; says why it could not. Absent: there is none, and the text is shown. */
  readonly clipboard?: ((text: string) => string | undefined) | undefined;
  readonly stopped: AbortSignal;
  /** Ends the process, for a person who does not want to wait until everything is put away. */
  readonly leaveAtOnce: () => void;
}

export interface RunChatOptions {
  /** The session to go on with, and how. */
  readonly choice: OpenSessionOptions;
  /** Goes with the first message. */
  readonly withSkills: WithSkills;
  /** Reports each call that a script makes. */
  readonly verbose?: boolean | undefined;
}

const asides: Readonly<Partial<Record<WhileBusy, string>>> = {
  steered: "(will be passed on with the next tool result)",
  queued: "(will be done after this answer)",
  interrupting: "(interrupts this answer)",
};

/** A session at a terminal: reads what a person types, hands it to the controller, and shows what comes of it. */
export class ChatLoop {
  readonly #options: ChatLoopOptions;
  readonly #saving: StatusLine;
  #controller: SessionController<OpenSession> | undefined;
  /** Of one session after another. */
  #showTurnOf: (session: OpenSession) => ShowEvent;
  #showTurn: ShowEvent = () => undefined;

  constructor(options: ChatLoopOptions) {
    this.#options = options;
    this.#saving = new StatusLine(options.terminal.screen, Date.now);
    this.#showTurnOf = () => (event) => options.renderer.event(event);
  }

  /** Talks until the person leaves, and gives the exit code. */
  async run(runtime: Runtime, { choice, withSkills, verbose }: RunChatOptions): Promise<number> {
    const { renderer } = this.#options;
    if (verbose === true)
      this.#showTurnOf = ({ id }) => reportScriptCalls({ runtime, sessionId: id, renderer });
    let first: OpenSession | undefined;
    await using controller = new SessionController<OpenSession>({
      openSession: async (next) => first ?? (await runtime.openSession(next)),
      ports: controllerPorts(runtime, { cwd: this.#options.cwd, screen: this.#options.terminal.screen }),
      commands: withCommands([
        createSkillsCommand({ ...this.#options, runtime }),
        createContextCommand(this.#options),
        createModelCommand(this.#options.terminal),
      ]),
      signal: this.#options.stopped,
    });
    this.#controller = controller;
    this.#listen(controller);
    const { terminal, stopped: signal } = this.#options;
    first = await openChatSession(runtime, choice, { questions: terminal.questions, signal });
    if (first === undefined) return exitCodes.failed;
    await this.#greet(await controller.open());
    first = undefined;
    let open = withSkills;
    // What it waited for may be answered by now; otherwise it is asked about here.
    let leaves = await this.#play(controller.continue());
    while (!leaves) {
      // oxlint-disable-next-line no-await-in-loop -- one line after another
      const text = await this.#input(controller);
      if (text === undefined) break;
      const isMessage = !text.startsWith("/");
      // The first message loads what `--skill` named.
      // oxlint-disable-next-line no-await-in-loop
      const input: AgentInput = open !== undefined && isMessage ? await open(text) : text;
      if (isMessage) open = undefined;
      // oxlint-disable-next-line no-await-in-loop
      leaves = await this.#play(controller.run(input));
    }
    await this.#play(controller.close());
    return exitCodes.ok;
  }

  /** Ctrl-C. */
  interrupt(): void {
    const outcome = this.#controller?.interrupt();
    if (outcome === "leave-now") this.#options.leaveAtOnce();
    if (outcome === "ask-again") this.#remark("Press Ctrl-C again to leave, or type /quit.");
  }

  /** @returns Whether the person leaves. */
  async #play(events: AsyncIterable<ControllerEvent<OpenSession>>): Promise<boolean> {
    try {
      for await (const event of events) {
        if (event.type === "leave") return true;
        await this.#show(event);
      }
      return false;
    } finally {
      this.#saving.clear();
    }
  }

  async #show(event: ControllerEvent<OpenSession>): Promise<void> {
    const { screen, style } = this.#options.terminal;
    switch (event.type) {
      case "session-start":
        return await this.#greet(event.session);
      case "queued-input":
        return this.#remark(`› ${event.text}`);
      case "command-reply":
        if (event.reply.copy !== undefined) this.#copy(event.reply.copy);
        return this.#reply(event.reply.lines ?? []);
      case "edit":
        return this.#reply(["Your message, to be sent again or not:", ...wordsOf(event.message).split("\n")]);
      case "input-returned":
        return this.#reply(event.inputs.map(({ text }) => `Not sent: ${text}`));
      case "unknown-command":
        return this.#remark(unknownCommand(event));
      case "saving-facts": {
        const line = (ms: number): string =>
          `seeing what to remember … ${formatDuration(ms)} (Ctrl-C skips it)`;
        return this.#saving.show({ name: "save", since: Date.now(), line });
      }
      case "facts-saved":
        this.#saving.clear();
        for (const entry of event.entries) this.#remark(`Remembered: ${oneLine(entry)}`);
        return undefined;
      case "failure":
        screen.note(style.red(formatFailure(toFailure(event.error))));
        return screen.note("");
      case "leave":
        return undefined;
      default:
        await this.#showTurn(event);
        if (event.type === "turn-end") screen.note("");
    }
  }

  async #greet(session: OpenSession): Promise<void> {
    this.#showTurn = this.#showTurnOf(session);
    const { terminal, cwd } = this.#options;
    const { screen, style } = terminal;
    for (const line of banner(session, { cwd, columns: screen.columns })) screen.note(style.dim(line));
    if (!session.resumed) return;
    for (const line of await recap(session.agent.messages, screen)) screen.note(line);
  }

  /** One line is a remark; more of them are read. */
  #reply(lines: readonly string[]): void {
    const { screen } = this.#options.terminal;
    const [only = "", ...more] = lines;
    if (lines.length === 0) return undefined;
    if (more.length === 0) return this.#remark(safe(only));
    for (const line of lines) screen.note(fit(safe(line), screen.columns));
  }

  #copy(text: string): void {
    const { clipboard, terminal } = this.#options;
    if (clipboard === undefined) return terminal.screen.text(`${text}\n`);
    const size = `${text.length.toLocaleString("en-US")} characters`;
    this.#remark(clipboard(text) ?? `${size} are in the clipboard, where the terminal allows it.`);
  }

  /** The next message or command; undefined when the person leaves. */
  async #input(controller: SessionController<OpenSession>): Promise<string | undefined> {
    const { terminal, stopped } = this.#options;
    for (;;) {
      const answer = await terminal.editor.read({ prompt: "› ", signal: stopped });
      if (answer.type === "end") return undefined;
      if (answer.type === "interrupt") this.interrupt();
      if (controller.leaving) return undefined;
      if (answer.type === "line" && answer.text.trim() !== "") return answer.text.trim();
    }
  }

  /** Handles what is typed while no prompt is shown. */
  #listen(controller: SessionController<OpenSession>): void {
    const { screen, editor } = this.#options.terminal;
    editor.listen({
      typing: () => screen.hold(),
      typed: () => screen.release(),
      line: (text) => {
        const aside = asides[controller.meanwhile(text)];
        if (aside !== undefined) screen.aside(this.#options.terminal.style.dim(aside));
      },
      interrupt: () => this.interrupt(),
      end: () => controller.leave(),
    });
  }

  #remark(text: string): void {
    const { screen, style } = this.#options.terminal;
    screen.note(style.dim(oneLine(text)));
  }
}

function wordsOf({ content }: UserMessage): string {
  return content.map((part) => (part.type === "text" ? part.text : "[image]")).join("");
}

function unknownCommand({
  typed,
  near,
  fits,
}: Pick<ControllerEvent & { readonly type: "unknown-command" }, "typed" | "near" | "fits">): string {
  if (fits.length > 1)
    return `/${typed} could be ${fits.map((name) => `/${name}`).join(", ")}. Type more of the name.`;
  return `There is no command /${typed}. ${near === undefined ? "See /help." : `Did you mean /${near}?`}`;
}
