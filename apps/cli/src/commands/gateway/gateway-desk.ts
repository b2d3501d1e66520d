import type { ControllerPorts } from "@hermes/agent-loop/controller";
import type { JobOrigin } from "@hermes/cron";
import { homeOf, loadSettings, type LoadedSettings } from "@hermes/config";
import { createRuntime, type Runtime, type RuntimeOptions } from "@hermes/runtime";
import { bundledSkills } from "../../bundled-skills.ts";
import { controllerPorts } from "../../chat/controller-ports.ts";
import { exitCodes, Stop, type Host } from "../../host.ts";
import { interruptible, type Interruptible } from "../../interruptible.ts";
import { profileToShow } from "../../profile/profile-to-show.ts";
import { askSecret } from "../../prompt/ask-secret.ts";
import { confirm, type ConfirmOptions } from "../../prompt/confirm.ts";
import type { Choice, Outcome, Question } from "../../prompt/question.ts";
import { readAll } from "../../prompt/read-all.ts";
import { showTimesIn } from "../../render/local-time.ts";
import { questionsOnTerminal } from "../../prompt/questions-on-terminal.ts";
import { version } from "../../version.ts";

/** What the commands of the gateway have of this program, which is a file of its own. */
export interface GatewayDesk {
  readonly host: Host;
  readonly version: string;
  readonly bundledSkills: string | undefined;
  load(): Promise<LoadedSettings>;
  createRuntime(options: RuntimeOptions): Runtime;
  /** What slash commands in a chat need. */
  ports(runtime: Runtime, chat: JobOrigin): ControllerPorts;
  /** Work that Ctrl-C ends: its `Stop` is the one that this program knows. */
  interruptible(): Interruptible;
  /** As `confirm` of the prompts. */
  confirm(options: ConfirmOptions): Promise<boolean>;
  /** One of these; from a pipe the next line names it. */
  choose(question: string, choices: readonly Choice[]): Promise<string>;
  /** As `askSecret` of the prompts, but from a pipe the next line. */
  askSecret(what: string): Promise<string>;
  /** A line that the person types, or the next one of a pipe; empty where there is none. */
  askLine(question: string): Promise<string>;
}

export function gatewayDesk(host: Host): GatewayDesk {
  let piped: string[] | undefined;
  const nextLine = async (): Promise<string> => {
    piped ??= (await readAll(host.stdin())).split(/\r?\n/);
    return (piped.shift() ?? "").trim();
  };
  const put = async (question: Question): Promise<Outcome> => {
    const outcome = await questionsOnTerminal(host).put(question, { signal: host.stopped });
    if (outcome.type === "interrupt")
      throw new Stop("The person interrupted the question.", exitCodes.interrupted);
    return outcome;
  };
  return {
    host,
    version: version(),
    bundledSkills: bundledSkills(),
    async load() {
      const loaded = await loadSettings({ env: host.env });
      showTimesIn(loaded.settings.timezone);
      return loaded;
    },
    createRuntime,
    ports: (runtime, chat) =>
      controllerPorts(runtime, {
        ...{ cwd: host.cwd, profile: profileToShow(homeOf(host.env)), screen: { columns: Infinity }, chat },
      }),
    interruptible: () => interruptible(host),
    confirm: async (options) => await confirm(host, options),
    async choose(question, choices) {
      if (!host.stdinIsTerminal) return await nextLine();
      const outcome = await put({ question, choices });
      return outcome.type === "choice" ? outcome.id : "";
    },
    askSecret: async (what) => (host.stdinIsTerminal ? await askSecret(host, what) : await nextLine()),
    async askLine(question) {
      if (!host.stdinIsTerminal) return await nextLine();
      const outcome = await put({
        ...{ question, prompt: "Type it, then Enter:", choices: [] },
        ...{ ownWords: "type it, then Enter", allowEmpty: true },
      });
      return outcome.type === "words" ? outcome.text.trim() : "";
    },
  };
}
