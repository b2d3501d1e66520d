import type { Agent, AgentInput } from "@hermes/agent-loop";
import type { Environment } from "@hermes/registry";
import type { OpenSession, Runtime } from "@hermes/runtime";
import { formatFailure, toFailure } from "../failure.ts";
import { exitCodes } from "../host.ts";
import type { Terminal } from "../prompt/terminal.ts";
import { oneLine } from "../render/fit.ts";
import { formatDuration } from "../render/activity-line.ts";
import { PassingLine } from "../render/passing-line.ts";
import type { EventRenderer } from "../render/event-renderer.ts";
import { describeSlashCommands, parseSlashInput, type SlashInput } from "../slash-commands.ts";
import { banner } from "./banner.ts";
import { recap } from "./recap.ts";
import { SkillTalk } from "./skill-talk.ts";
import { switchMode } from "./switch-mode.ts";
import type { WithSkills } from "./with-skills.ts";

/** A second Ctrl-C within this time leaves. */
const leaveWithinMs = 2000;

export interface ConversationOptions {
  readonly terminal: Terminal;
  readonly renderer: EventRenderer;
  readonly cwd: string;
  readonly env: Environment;
  /** Lets another program have the terminal while a task goes on. */
  readonly lend: <Result>(task: () => Promise<Result>) => Promise<Result>;
  readonly stopped: AbortSignal;
  /** Ends the process, for a person who does not want to wait until everything is put away. */
  readonly leaveAtOnce: () => void;
}

export interface TalkOptions {
  /** The conversation to go on with. */
  readonly resume?: string | undefined;
  /** Goes with the first message. */
  readonly withSkills: WithSkills;
}

/** Takes what a person types and lets the agent answer, until the person leaves. */
export class Conversation {
  readonly #terminal: Terminal;
  readonly #renderer: EventRenderer;
  readonly #options: ConversationOptions;
  readonly #stopped: AbortSignal;
  readonly #leaveAtOnce: () => void;
  /** Typed while the agent was busy, to be taken up afterwards. */
  #next: string[] = [];
  #turn: { readonly agent: Agent; readonly control: AbortController } | undefined;
  #interruptedAt = -Infinity;
  #leaving = false;
  #withSkills: WithSkills;

  constructor(options: ConversationOptions) {
    const { terminal, renderer, stopped, leaveAtOnce } = options;
    this.#options = options;
    this.#terminal = terminal;
    this.#renderer = renderer;
    this.#stopped = stopped;
    this.#leaveAtOnce = leaveAtOnce;
  }

  /** Runs one conversation after another (`/new`) and gives the exit code. */
  async run(runtime: Runtime, { resume, withSkills }: TalkOptions): Promise<number> {
    this.#listen();
    this.#withSkills = withSkills;
    const skills = new SkillTalk(runtime, this.#options);
    for (let next = resume; ; next = undefined) {
      await using session = await runtime.openSession({ resume: next });
      this.#greet(session);
      const wish = await this.#talk(session, runtime, skills);
      await this.#saveFacts(session);
      if (wish === "leave") return exitCodes.ok;
    }
  }

  /** What is worth remembering is saved, unless the person is in a hurry: Ctrl-C ends it. */
  async #saveFacts(session: OpenSession): Promise<void> {
    if (this.#leaving || this.#stopped.aborted) return;
    const control = new AbortController();
    this.#turn = { agent: session.agent, control };
    const passing = new PassingLine(this.#terminal.screen, Date.now);
    const line = (ms: number): string => `seeing what to remember … ${formatDuration(ms)} (Ctrl-C skips it)`;
    passing.show({ name: "save", since: Date.now(), line });
    try {
      const signal = AbortSignal.any([control.signal, this.#stopped]);
      for (const entry of await session.saveFacts({ signal })) this.#remark(`Remembered: ${oneLine(entry)}`);
    } finally {
      passing.clear();
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
    for (const line of banner(session, { cwd: this.#options.cwd, columns: screen.columns }))
      screen.note(style.dim(line));
    if (session.resumed) for (const line of recap(session.agent.messages, screen.columns)) screen.note(line);
  }

  async #talk(session: OpenSession, runtime: Runtime, skills: SkillTalk): Promise<"leave" | "new"> {
    for (;;) {
      const text = await this.#input();
      if (text === undefined) return "leave";
      const input = await parsed(text, skills);
      if (input.type === "text") await this.#answer(session, await this.#opened(text));
      else if (input.type === "unknown") this.#remark(unknownCommand(input.typed, input.near));
      else if (input.type === "skill") await this.#useSkill(session, skills, input);
      else if (input.name === "help") await this.#help(skills);
      else if (input.name === "mode") this.#remark(await switchMode(runtime, session.id, input.rest));
      else if (input.name === "skills") await this.#skills(session, skills, input.rest);
      else return input.name === "new" ? "new" : "leave";
      if (this.#leaving) return "leave";
    }
  }

  /** The first message loads what `--skill` named. */
  async #opened(text: string): Promise<AgentInput> {
    const withSkills = this.#withSkills;
    this.#withSkills = undefined;
    return withSkills === undefined ? text : await withSkills(text);
  }

  async #help(skills: SkillTalk): Promise<void> {
    for (const line of [...describeSlashCommands(), ...(await skills.help())])
      this.#terminal.screen.note(line);
  }

  /** A skill is loaded with what was typed after its name; on the terminal stands what was typed. */
  async #useSkill(
    session: OpenSession,
    skills: SkillTalk,
    { name, rest }: { readonly name: string; readonly rest: string },
  ): Promise<void> {
    const message = await skills.message(name, rest);
    if (message === undefined) this.#remark(`There is no skill "${name}". See /skills list.`);
    else await this.#answer(session, message);
  }

  async #skills(session: OpenSession, skills: SkillTalk, rest: string): Promise<void> {
    const [, name, task = ""] = /^use\s+(\S+)\s*([^]*)$/.exec(rest) ?? [];
    if (name !== undefined) return await this.#useSkill(session, skills, { name, rest: task });
    const control = new AbortController();
    this.#turn = { agent: session.agent, control };
    try {
      await skills.run(rest, AbortSignal.any([control.signal, this.#stopped]));
      this.#stopped.throwIfAborted();
    } finally {
      this.#turn = undefined;
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

  async #answer({ agent }: OpenSession, input: AgentInput): Promise<void> {
    const control = new AbortController();
    this.#turn = { agent, control };
    try {
      const signal = AbortSignal.any([control.signal, this.#stopped]);
      for await (const event of agent.run(input, { signal })) this.#renderer.event(event);
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

/** What skills offer is looked up only for what no built-in command is. */
async function parsed(text: string, skills: SkillTalk): Promise<SlashInput> {
  const input = parseSlashInput(text);
  if (input.type !== "unknown" && !/^\/\d/.test(text)) return input;
  return parseSlashInput(
    text,
    (await skills.offered()).map(({ name }) => name),
  );
}

function unknownCommand(typed: string, near: string | undefined): string {
  return `There is no command /${typed}. ${near === undefined ? "See /help." : `Did you mean /${near}?`}`;
}
