import type { AgentInput } from "@hermes/agent-loop";
import { SessionController, withCommands } from "@hermes/agent-loop/controller";
import type {
  CommandReply,
  ControllerEvent,
  ControllerPorts,
  EarlierMessage,
  SlashCommand,
  WhileBusy,
} from "@hermes/agent-loop/controller";
import type { UserMessage } from "@hermes/models";
import type { Environment } from "@hermes/registry";
import type { OpenSession, OpenSessionOptions, Runtime } from "@hermes/runtime";
import { safe } from "../commands/skills/safe-text.ts";
import { toFailure } from "../failure.ts";
import { exitCodes } from "../host.ts";
import { OwnCommands } from "../input/own-commands.ts";
import { formatDuration } from "../render/activity-line.ts";
import { counted } from "../render/count-of.ts";
import { oneLine } from "../render/fit.ts";
import { wrap } from "../render/wrap.ts";
import { banner } from "./banner.ts";
import { createBrowseCommands } from "./browse-commands.ts";
import { createContextCommand } from "./context-command.ts";
import type { ChatSkins } from "./chat-skins.ts";
import { controllerPorts } from "./controller-ports.ts";
import { IdleNotices } from "./idle-notices.ts";
import type { Conversation, Face } from "./face.ts";
import { createModelCommand } from "./model-command.ts";
import { openChatSession } from "./open-chat-session.ts";
import { recap } from "./recap.ts";
import { reportScriptCalls, type ShowEvent } from "./report-script-calls.ts";
import { createSkinCommand } from "./skin-command.ts";
import { createSkillsCommand } from "./skills-command.ts";
import type { WithSkills } from "./with-skills.ts";

export interface ChatLoopOptions {
  readonly face: Face;
  readonly skins: ChatSkins;
  readonly cwd: string;
  /** Undefined: the default one. */
  readonly profile?: string | undefined;
  readonly env: Environment;
  /** How much of a session that goes on is shown. */
  readonly resumeDisplay: "full" | "minimal";
  readonly stopped: AbortSignal;
  /** As the port of the controller. */
  readonly handOff: NonNullable<ControllerPorts["handOff"]>;
  /** Told of the session that is left because its person wants to give another key first. */
  readonly onSetUp: (sessionId: string) => void;
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

/** What becomes of a message that is said while a turn runs. What waits is shown by itself. */
const asides: Readonly<Partial<Record<WhileBusy, string>>> = {
  steered: "the model reads it at its next step",
  interrupting: "interrupts this answer",
};

/** Whoever waited so long looks elsewhere. */
const longTurnMs = 10_000;

/** A session at a terminal: takes what a person types at any time, hands it to the controller, and shows what comes of it. */
export class ChatLoop implements Conversation {
  readonly #options: ChatLoopOptions;
  readonly #left = Promise.withResolvers<void>();
  readonly #own = new OwnCommands();
  #controller: SessionController<OpenSession> | undefined;
  #ports: ControllerPorts = {};
  #withSkills: WithSkills;
  #endsAfterTurn = false;
  /** What was said while this turn runs, to go with the next tool result. */
  #steered: string[] = [];
  #saving: Disposable | undefined;
  readonly #notices: IdleNotices;
  /** Of one session after another. */
  #showTurnOf: (session: OpenSession) => ShowEvent;
  #showTurn: ShowEvent = () => undefined;
  /** Whether the key was refused before anything was answered. */
  #keyRefused = false;
  #hasAnswered = false;

  constructor(options: ChatLoopOptions) {
    this.#options = options;
    this.#notices = new IdleNotices({ isBusy: () => this.busy, show: (line) => this.#remark(line) });
    this.#showTurnOf = () => (event) => options.face.renderer.event(event);
  }

  /** Talks until the person leaves, and gives the exit code. */
  async run(runtime: Runtime, options: RunChatOptions): Promise<number> {
    const { face, stopped: signal } = this.#options;
    const { renderer } = face;
    if (options.verbose === true)
      this.#showTurnOf = ({ id }) => reportScriptCalls({ runtime, sessionId: id, renderer });
    let first: OpenSession | undefined;
    const { cwd, profile, handOff } = this.#options;
    this.#ports = controllerPorts(runtime, { cwd, profile, screen: face, handOff });
    await using controller = new SessionController<OpenSession>({
      openSession: async (next) => first ?? (await runtime.openSession(next)),
      ports: this.#ports,
      commands: withCommands([
        createSkillsCommand({ ...this.#options, runtime }),
        createContextCommand(this.#options),
        createModelCommand(face),
        ...createBrowseCommands({ face, runtime, cwd }),
        createSkinCommand({ face, skins: this.#options.skins, runtime }),
      ]),
      queuedAfterInterrupt: "return",
      signal,
    });
    first = await openChatSession(runtime, options.choice, { questions: face.questions, signal });
    if (first === undefined) return exitCodes.failed;
    this.#controller = controller;
    await this.#greet(await controller.open());
    first = undefined;
    this.#withSkills = options.withSkills;
    const leave = (): void => this.#left.resolve();
    signal.addEventListener("abort", leave, { once: true });
    try {
      // It may have been told to end while the session was opened.
      signal.throwIfAborted();
      face.open(this);
      // What it waited for may be answered by now; otherwise it is asked about here.
      await this.#play(controller.continue());
      await this.#left.promise;
    } finally {
      signal.removeEventListener("abort", leave);
      this.#notices[Symbol.dispose]();
    }
    signal.throwIfAborted();
    const { session } = this;
    await this.#play(controller.close());
    if (session !== undefined) await this.#sayHowToComeBack(session);
    return exitCodes.ok;
  }

  get session(): OpenSession | undefined {
    return this.#controller?.session;
  }

  get busy(): boolean {
    return this.#controller?.running === true;
  }

  get queued(): readonly string[] {
    return this.#controller?.queued ?? [];
  }

  get commands(): readonly SlashCommand[] {
    return this.#controller?.commands ?? [];
  }

  get ports(): ControllerPorts {
    return this.#ports;
  }

  get earlier(): readonly EarlierMessage[] {
    return this.#controller?.earlierMessages ?? [];
  }

  submit(typed: AgentInput, text: string): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    const { face } = this.#options;
    const input = this.#own.ride(typed);
    if (this.busy) {
      const became = controller.meanwhile(input);
      const aside = asides[became];
      if (became === "steered" && typeof input === "string") this.#steered.push(input);
      if (aside !== undefined) face.said(text, aside);
      else if (became === "queued") face.waits(text);
      return face.changed();
    }
    face.said(text);
    this.#start(controller, input).then(
      () => face.changed(),
      (error: unknown) => this.#left.reject(error),
    );
  }

  runOwn(command: string): void {
    const { session } = this;
    const { face, stopped: signal } = this.#options;
    if (session === undefined) return;
    this.#own
      .run(command, session, { view: face.ownCommand(command), signal })
      .catch((error: unknown) => face.renderer.failure(toFailure(error)));
  }

  takeBack(): string | undefined {
    const taken = this.#controller?.takeBack()?.text;
    this.#options.face.changed();
    return taken;
  }

  interrupt(): void {
    if (this.#own.stop()) return;
    const outcome = this.#controller?.interrupt();
    if (outcome === undefined || outcome === "leave-now") return this.#options.leaveAtOnce();
    if (outcome === "ask-again") this.#remark("Press Ctrl-C again to leave, or type /quit.");
    if (outcome === "leave" && !this.busy) this.#left.resolve();
  }

  stop(): boolean {
    return this.#own.stop() || this.#controller?.stop() === true;
  }

  end(): void {
    if (this.busy) this.#controller?.leave();
    else this.#left.resolve();
  }

  endAfterTurn(): void {
    this.#endsAfterTurn = true;
  }

  async #start(controller: SessionController<OpenSession>, input: AgentInput): Promise<void> {
    const isMessage = typeof input !== "string" || !input.startsWith("/");
    // The first message loads what `--skill` named.
    const withSkills = isMessage && typeof input === "string" ? this.#withSkills : undefined;
    if (withSkills !== undefined) this.#withSkills = undefined;
    const message = typeof input === "string" && withSkills !== undefined ? await withSkills(input) : input;
    const since = Date.now();
    await this.#play(controller.run(message));
    if (this.#keyRefused) await this.#offerSetup();
    if (Date.now() - since > longTurnMs && !controller.leaving) this.#options.face.notify("Done");
  }

  async #offerSetup(): Promise<void> {
    const { session } = this;
    const { face, stopped, onSetUp } = this.#options;
    this.#keyRefused = false;
    if (session === undefined) return;
    const { wantsOtherKey } = await import("../commands/setup/offer-setup.ts");
    if (!(await wantsOtherKey(face.questions, stopped))) return;
    onSetUp(session.id);
    this.#left.resolve();
  }

  async #play(events: AsyncIterable<ControllerEvent<OpenSession>>): Promise<void> {
    let leaves = false;
    try {
      for await (const event of events) {
        leaves = event.type === "leave";
        if (!leaves) await this.#show(event);
      }
    } finally {
      // Before anything follows, which may save what is worth remembering.
      this.#saved();
      if (leaves || this.#endsAfterTurn) this.#left.resolve();
    }
    if (!leaves && !this.busy) await this.#notices.show();
  }

  async #show(event: ControllerEvent<OpenSession>): Promise<void> {
    const { face } = this.#options;
    switch (event.type) {
      case "session-start":
        return await this.#greet(event.session);
      case "queued-input":
        return this.#sayQueued(event.text);
      case "input-returned":
        return face.edit(event.inputs.map(({ text }) => text).join("\n"));
      case "edit":
        return face.edit(textOf(event.message));
      case "command-reply":
        return this.#reply(event.reply);
      case "unknown-command":
        return this.#remark(unknownCommand(event));
      case "saving-facts": {
        const line = (ms: number): string =>
          `seeing what to remember … ${formatDuration(ms)} (Ctrl-C skips it)`;
        this.#saving = face.working(line);
        return undefined;
      }
      case "facts-saved":
        this.#saved();
        for (const entry of event.entries) this.#remark(`Remembered: ${oneLine(entry)}`);
        return undefined;
      case "failure":
        face.renderer.failure(toFailure(event.error));
        return face.note("");
      case "leave":
        return undefined;
      case "notice":
        if (!this.#notices.wasShown(event.id)) await this.#showTurn(event);
        return undefined;
      default:
        await this.#showTurn(event);
        if (event.type !== "turn-end") return;
        this.#hasAnswered ||= event.reason === "answered";
        this.#keyRefused = !this.#hasAnswered && event.error?.code === "MODEL_AUTH";
        face.changed();
    }
  }

  /** What no tool result has taken along stands on the screen already. */
  #sayQueued(text: string): void {
    const steered = this.#steered;
    this.#steered = [];
    const wasSaid = steered.some((_, index) => steered.slice(index).join("\n") === text);
    if (wasSaid) this.#remark("No tool result followed. What you said meanwhile is sent now.");
    else this.#options.face.said(text);
  }

  #saved(): void {
    this.#saving?.[Symbol.dispose]();
    this.#saving = undefined;
  }

  async #greet(session: OpenSession): Promise<void> {
    this.#showTurn = this.#showTurnOf(session);
    const { face, cwd, profile, resumeDisplay: display } = this.#options;
    for (const line of banner(session, { cwd, profile, columns: face.columns, style: face.style }))
      face.note(line);
    face.changed();
    this.#notices.follow(session);
    if (!session.resumed) return face.noteLater(this.#whatIsThere(session));
    for (const line of await recap(session.agent.messages, { columns: face.columns, display }))
      face.note(line);
    await this.#notices.show();
  }

  async #whatIsThere({ id, agent }: OpenSession): Promise<string> {
    const { modes, skills } = this.#ports;
    const [{ parts }, commands = [], mode = "ask"] = await Promise.all([
      agent.context(),
      skills?.commands(),
      modes?.current(id),
    ]);
    const toolsets = parts.filter(({ kind }) => kind === "toolset").length;
    return `${counted(toolsets, "toolset")} · ${counted(commands.length, "skill")} · mode ${mode}`;
  }

  async #sayHowToComeBack({ id, agent }: OpenSession): Promise<void> {
    if (agent.messages.length === 0) return;
    const kept = await this.#ports.sessions?.list({ limit: 10 });
    const title = oneLine(kept?.find((each) => each.id === id)?.title ?? "");
    this.#remark(`To come back${title === "" ? "" : ` to “${title}”`}: hermes --resume ${id}`);
  }

  /** One line is a remark; more of them are read. */
  #reply({ lines = [], copy, display }: CommandReply): void {
    const { face } = this.#options;
    if (copy !== undefined) this.#copy(copy);
    if (display !== undefined && !face.display(display)) this.#remark("This terminal can't do that.");
    if (lines.length === 0) return;
    const layout = { columns: Number.isFinite(face.columns) ? face.columns : undefined };
    for (const line of lines) {
      const indent = /^ */.exec(line)?.[0].length ?? 0;
      const parts = wrap(safe(line), { ...layout, indent });
      for (const part of parts) face.note(lines.length === 1 ? face.style.dim(part) : part);
    }
  }

  #copy(text: string): void {
    const { face } = this.#options;
    const said = face.copy(text);
    if (said === undefined) for (const line of text.split("\n")) face.note(safe(line));
    else this.#remark(said);
  }

  #remark(text: string): void {
    const { face } = this.#options;
    face.note(face.style.dim(oneLine(text)));
  }
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

function textOf({ content }: UserMessage): string {
  return content.map((part) => (part.type === "text" ? part.text : "[image]")).join("");
}
