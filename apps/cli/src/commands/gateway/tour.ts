import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openTelegramServer } from "@hermes/gateway/testing";
import type { BotSaid, TelegramServer } from "@hermes/gateway/testing";
import { startScriptedServer } from "@hermes/models/testing";
import type { ServerFunction } from "@hermes/models/testing";
import { HermesError } from "@hermes/registry/errors";
import { exitCodes } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { cleanText } from "../../render/clean-text.ts";
import { gatewayCommand } from "./gateway-command.ts";
import type { GatewayDesk } from "./gateway-desk.ts";

const ann = { id: 101, first_name: "Ann", username: "ann" };
const bob = { id: 202, first_name: "Bob", username: "bob" };
const stepMs = 15_000;

/** `hermes gateway tour`: the real gateway and its Telegram adapter, against a Telegram and a model of this machine. */
export async function tour({ host }: Pick<GatewayDesk, "host">): Promise<number> {
  const folder = await mkdtemp(join(host.env["TMPDIR"] ?? tmpdir(), "hermes-tour-"));
  const say = (who: string, text: string): void =>
    void host.stdout.write(
      `${who.padEnd(8)}${cleanText(text)
        .trim()
        .replaceAll("\n", `\n${" ".repeat(8)}`)}\n`,
    );
  using running = interruptible(host);
  const { signal } = running;
  const telegram = await openTelegramServer();
  const model = await startScriptedServer({ script: ({ raw }) => scriptedAnswer(raw.toString()) });
  let gateway: ChildProcess | undefined;
  const end = async (how: NodeJS.Signals): Promise<void> => {
    if (gateway === undefined || gateway.exitCode !== null || gateway.signalCode !== null) return;
    const closed = once(gateway, "close");
    gateway.kill(how);
    await closed;
  };
  try {
    const home = join(folder, "home");
    const work = join(folder, "work");
    await mkdir(join(work, "photos"), { recursive: true });
    await mkdir(home, { mode: 0o700 });
    await writeFile(
      join(home, "config.yaml"),
      `model:\n  provider: custom\n  default: scripted\n  base_url: ${model.openaiUrl}\nplatforms:\n  local:\n    enabled: false\n  telegram:\n    owners: ["${ann.id}"]\n    unauthorized_dm_behavior: pair\n    home_channel: "${ann.id}"\n`,
    );
    const env = {
      ...{ PATH: host.env["PATH"], HOME: work, HERMES_HOME: home, TMPDIR: host.env["TMPDIR"] },
      ...{ TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.root },
      // In the scratch folder alone.
      ...{ MESSAGING_CWD: work, TERMINAL_WALL: "open" },
    };
    const [program, ...args] = gatewayCommand();
    const begin = async (): Promise<void> => {
      gateway = spawn(program, args, { cwd: work, env, stdio: ["ignore", "ignore", "pipe"] });
      await new Promise<void>((resolve, reject) => {
        gateway?.once("close", () => reject(stuck("The gateway ended.")));
        gateway?.stderr?.setEncoding("utf8").on("data", (text: string) => {
          if (!text.includes("telegram: ready")) return;
          say("·", text.trim());
          resolve();
        });
      });
    };
    const hear = async (user: typeof ann, isIt: (said: BotSaid) => boolean): Promise<BotSaid> =>
      await heard({ telegram, user, isIt, signal });

    say("·", "Offline: Telegram is a server of this machine, and the model follows a script.");
    await begin();

    say("Bob", "Hello, who are you?");
    telegram.say(bob, "Hello, who are you?");
    const turnedAway = await hear(bob, ({ text }) => text.includes("code"));
    say("Hermes", turnedAway.text);
    const [, code = ""] = /code is (\w+)/.exec(turnedAway.text) ?? [];
    say("·", `hermes pairing approve telegram ${code}`);
    const approve = spawn(program, [args[0] ?? "", "pairing", "approve", "telegram", code], {
      cwd: work,
      env,
      stdio: "ignore",
    });
    await once(approve, "close");
    say("Bob", "What is 6 times 7?");
    telegram.say(bob, "What is 6 times 7?");
    say("Hermes", (await hear(bob, ({ text }) => text.includes("42"))).text);

    say("Ann", "Remove my old photos.");
    telegram.say(ann, "Remove my old photos.");
    const question = await hear(ann, ({ buttons }) => buttons.length > 0);
    say("Hermes", question.text);
    const label = question.buttons.flat()[0]?.text ?? "";
    say("Ann", `[${label}]`);
    telegram.press(ann, question, label);
    say("Hermes", (await hear(ann, ({ text }) => text.includes("gone"))).text);

    say("Ann", "Write a long report.");
    const before = model.requests.length;
    telegram.say(ann, "Write a long report.");
    await model.received(before + 1);
    await end("SIGKILL");
    say("·", "The gateway was killed in the middle of the turn (kill -9). It starts again.");
    await begin();
    await hear(ann, ({ text }) => text.includes("The report"));
    for (const { text } of telegram.saidIn(ann.id).slice(-2)) say("Hermes", text);
    const times = telegram.saidIn(ann.id).filter(({ text }) => text.includes("The report")).length;
    say(
      "·",
      `The answer is there ${times === 1 ? "once" : `${times} times`}. To begin: hermes gateway setup`,
    );
    return times === 1 ? exitCodes.ok : exitCodes.failed;
  } finally {
    await end("SIGTERM");
    await Promise.all([telegram.close(), model.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

type ScriptedAnswer = Awaited<ReturnType<ServerFunction>>;

let reports = 0;

/** What the model of the tour says, by what it was asked last. */
function scriptedAnswer(request: string): ScriptedAnswer {
  const asked = ["What is 6 times 7?", "Remove my old photos.", "Write a long report."].findLast((words) =>
    request.includes(words),
  );
  if (asked === "What is 6 times 7?") return { text: "6 times 7 is **42**." };
  if (asked === "Write a long report.")
    return reports++ === 0 ? { stall: "start" } : { text: "The report: all is well." };
  if (request.includes('"role":"tool"')) return { text: "The photos are gone." };
  return { calls: [{ name: "terminal", arguments: { command: "rm -rf ~/photos" } }] };
}

interface Hearing {
  readonly telegram: TelegramServer;
  readonly user: typeof ann;
  readonly isIt: (said: BotSaid) => boolean;
  readonly signal: AbortSignal;
}

async function heard({ telegram, user, isIt, signal }: Hearing): Promise<BotSaid> {
  for (const until = Date.now() + stepMs; Date.now() < until;) {
    const found = telegram.saidIn(user.id).findLast(isIt);
    if (found !== undefined) return found;
    // oxlint-disable-next-line no-await-in-loop -- looks
    await pause(50, undefined, { signal });
  }
  throw stuck("The answer did not come.");
}

function stuck(what: string): HermesError {
  return new HermesError(`${what} The tour can't go on.`, {
    code: "CLI_TOUR_FAILED",
    hint: "Please report it with what was shown above.",
  });
}
