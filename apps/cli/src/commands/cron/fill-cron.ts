import { InvalidArgumentError, Option, type Command } from "commander";
import { examples, money, names, several, wholeNumber } from "../../program/option-values.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { changeJob, removeJob, runJob } from "./change-job.ts";
import { history } from "./history.ts";
import { listJobs } from "./list-jobs.ts";
import { nextTimes, type NextFlags } from "./next-times.ts";
import { cronStatus } from "./status.ts";
import { tick } from "./tick.ts";
import { printTimer, type TimerKind } from "./timer.ts";
import { addJob, editJob, type JobFlags } from "./write-job.ts";

export { fillWake } from "./fill-wake.ts";

interface JsonFlag {
  readonly json?: boolean | undefined;
}

const job = "its name, its id, or the beginning of its id";

/** Declares the commands of `hermes cron`. */
export function fillCron(cron: Command, desk: GatewayDesk, end: (code: number) => void): void {
  cron.addHelpText(
    "after",
    examples([
      'hermes cron add "every weekday at 8:30" "What is on my calendar today?" --deliver telegram',
      "hermes cron list",
      "hermes cron history",
    ]),
  );
  addJobs(cron, desk, end);
  addChanging(cron, desk, end);
  addReading(cron, desk, end);
  addFiring(cron, desk, end);
}

function addJobs(cron: Command, desk: GatewayDesk, end: (code: number) => void): void {
  cron
    .command("list")
    .description("the jobs: when they are due, how they ended, where their answers go")
    .option("--all", "also those that are done")
    .option("--json", "as JSON")
    .action(async (flags: JsonFlag & { readonly all?: boolean }) => end(await listJobs(flags, desk)));
  jobOptions(
    cron
      .command("add")
      .description("have something done at set times")
      .argument("<schedule>", '"every weekday at 9:00", "30m", "every 2h", "tomorrow at 9am", "0 9 * * 1-5"')
      .argument("[prompt...]", "what the agent is told; without it, standard input"),
  )
    .addHelpText(
      "after",
      examples([
        'hermes cron add "every weekday at 8:30" "What is on my calendar today?" --deliver telegram',
        'hermes cron add "every 10m" --script disk-space.sh --no-agent --deliver telegram',
        'hermes cron add "in 2 hours" "Remind me of the laundry."',
      ]),
    )
    .action(async (schedule: string, words: readonly string[], flags: JobFlags) =>
      end(await addJob(schedule, words, flags, desk)),
    );
  jobOptions(
    cron
      .command("edit")
      .description("change a job; what is not named stays, and an empty text goes back to the default")
      .argument("<job>", job)
      .option("--schedule <text>", "when it is due")
      .option("--agent", "with a model again")
      .option("--prompt <text>", "what the agent is told"),
  )
    .addHelpText(
      "after",
      examples(['hermes cron edit morning --schedule "every day at 7:30" --tz Europe/Berlin']),
    )
    .action(async (name: string, flags: JobFlags) => end(await editJob(name, flags, desk)));
}

function addChanging(cron: Command, desk: GatewayDesk, end: (code: number) => void): void {
  for (const [verb, description] of [
    ["pause", "no more runs until it is resumed; what runs goes on"],
    ["resume", "runs again, from now on"],
  ] as const)
    cron
      .command(verb)
      .description(description)
      .argument("<job>", job)
      .option("--json", "as JSON")
      .action(async (name: string, flags: JsonFlag) => end(await changeJob(verb, name, flags, desk)));
  cron
    .command("run")
    .description("ask for a run now; whoever fires jobs does it")
    .argument("<job>", job)
    .option("--wait", "until it has ended; without a gateway it runs here")
    .option("--json", "as JSON")
    .action(async (name: string, flags: JsonFlag & { readonly wait?: boolean }) =>
      end(await runJob(name, flags, desk)),
    );
  cron
    .command("remove")
    .description("remove a job; its history stays")
    .argument("<job>", job)
    .option("-y, --yes", "do not ask")
    .option("--json", "as JSON")
    .action(async (name: string, flags: JsonFlag & { readonly yes?: boolean }) =>
      end(await removeJob(name, flags, desk)),
    );
}

function addReading(cron: Command, desk: GatewayDesk, end: (code: number) => void): void {
  cron
    .command("history")
    .description("what became of each time at which a job was due, the newest first")
    .argument("[job]", `${job}; without it, of all`)
    .option("--limit <number>", "how many", wholeNumber, 20)
    .option("--json", "as JSON")
    .action(async (name: string | undefined, flags: JsonFlag & { readonly limit: number }) =>
      end(await history(name, flags, desk)),
    );
  cron
    .command("next")
    .description("the next times of a schedule, or of a job")
    .argument("<schedule...>", "a schedule, or the name of a job")
    .option("--tz <zone>", "time zone, such as Europe/Berlin; without it, that of the settings")
    .option("--from <time>", "times after this one, such as 2027-03-01T09:00; without it, now")
    .option("--count <number>", "how many", wholeNumber, 5)
    .option("--json", "as JSON")
    .addHelpText("after", examples(['hermes cron next "0 9 * * 1-5" --tz Europe/Berlin --count 3']))
    .action(async (words: readonly string[], flags: NextFlags) => end(await nextTimes(words, flags, desk)));
}

function addFiring(cron: Command, desk: GatewayDesk, end: (code: number) => void): void {
  cron
    .command("tick")
    .description("fire once what is due now, and wait for it; for a timer, where no gateway runs")
    .option("--json", "as JSON")
    .action(async (flags: JsonFlag) => end(await tick(flags, desk)));
  cron
    .command("timer")
    .description("print what has the system call hermes cron tick every minute")
    .addOption(
      new Option("--as <kind>", "in another form than this system's").choices([
        "systemd",
        "launchd",
        "crontab",
      ]),
    )
    .action(async (flags: { readonly as?: TimerKind }) => end(await printTimer(flags, desk)));
  cron
    .command("status")
    .description("who fires jobs, what is next, and what went wrong")
    .option("--json", "as JSON")
    .action(async (flags: JsonFlag) => end(await cronStatus(flags, desk)));
}

function jobOptions(command: Command): Command {
  return command
    .option("--name <name>", "without it, the first words of the prompt")
    .option("--skill <name>", "a skill that is entered first; may be given again", several)
    .option("--model <name>", "another than that of the settings")
    .option("--provider <name>", "where the model is had")
    .option("--toolsets <names>", "only these, separated by commas", orDefault(names))
    .option("--folder <path>", "where it works; without it, a folder of its own")
    .option(
      "--script <file>",
      "runs first, and its output is put before the prompt; below scripts/ of the home",
    )
    .option("--no-agent", "the script alone: its output is the answer")
    .option(
      "--context-from <job>",
      "a job whose last answer is put before the prompt; may be given again",
      several,
    )
    .option(
      "--deliver <target>",
      "telegram, telegram:123, all, or local (kept only); may be given again",
      several,
    )
    .option("--tz <zone>", "of the times in the schedule; without it, that of the settings")
    .addOption(
      new Option("--catch-up <policy>", "what is made up for of times that were missed").choices([
        "once",
        "all",
        "none",
      ]),
    )
    .addOption(
      new Option("--overlap <policy>", "when it is due and still runs").choices(["skip", "queue", "cancel"]),
    )
    .option("--jitter <seconds>", "begin up to so much later", numberFrom0)
    .option("--repeat <number>", "runs in all; 0: no end", numberFrom0)
    .option("--max-usd <amount>", "US dollars of one run", orDefault(money))
    .option("--max-tokens <number>", "tokens of one run", orDefault(wholeNumber))
    .option("--max-turns <number>", "requests to the model in one run", orDefault(wholeNumber))
    .option("--timeout <seconds>", "of one run", orDefault(wholeNumber))
    .option("--json", "as JSON");
}

/** An empty text stays one: it takes back what was set. */
function orDefault<Value>(read: (text: string) => Value): (text: string) => Value | "" {
  return (text) => (text === "" ? "" : read(text));
}

function numberFrom0(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 0 up.");
  return Number(text);
}
