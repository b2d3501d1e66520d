import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { ChatFlags } from "./chat/chat-flags.ts";
import { formatFailure, isUsageError, toFailure } from "./failure.ts";
import { exitCodes, Stop, type Host } from "./host.ts";
import { coloured } from "./render/style.ts";
import { version } from "./version.ts";

/** Runs one command line. Every error ends here, as one line and an exit code. */
export async function run(args: readonly string[], host: Host): Promise<number> {
  let code: number = exitCodes.ok;
  const program = createProgram(host, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (host.stopped.aborted && host.stopped.reason instanceof Stop) return host.stopped.reason.exitCode;
    host.stderr.write(`${formatFailure(toFailure(error))}\n`);
    return isUsageError(error) ? exitCodes.usage : exitCodes.failed;
  }
}

function createProgram(host: Host, end: (code: number) => void): Command {
  const program = new Command("hermes")
    .description(
      "An agent in your terminal: it works with your shell and your files, in the folder you are in.",
    )
    .version(`hermes ${version()}`, "-V, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false })
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      getOutHelpWidth: () => host.stdout.columns ?? 100,
      getErrHelpWidth: () => host.stderr.columns ?? 100,
      getOutHasColors: () => coloured(host.stdout),
      getErrHasColors: () => coloured(host.stderr),
    })
    .showHelpAfterError(false);

  chatOptions(program)
    .argument("[words...]", "")
    .usage("[options] [command]")
    .addHelpText(
      "after",
      examples(["hermes", 'hermes -q "What does this project do?"', "hermes --continue", "hermes tour"]),
    )
    .action(async (words: readonly string[], flags: ChatFlags) => {
      const [word] = words;
      if (word !== undefined) await refuseWord(program, word);
      end(await (await import("./commands/chat.ts")).chat(flags, host));
    });
  addChat(program, host, end);
  addTools(program, host, end);
  addSessions(program, host, end);
  addTour(program, host, end);
  addDoctor(program, host, end);
  program
    .command("version")
    .description("show the version")
    .action(() => {
      host.stdout.write(`hermes ${version()}\n`);
    });
  return program;
}

function addChat(program: Command, host: Host, end: (code: number) => void): void {
  const chat = program
    .command("chat")
    .description("talk with the agent, or ask one question with -q (the default)");
  chatOptions(chat)
    .addHelpText(
      "after",
      examples([
        "hermes chat",
        'hermes chat -q "Run the tests and fix what fails"',
        "git diff | hermes chat",
        'hermes chat -c -q "And now the docs" --output jsonl',
      ]),
    )
    .action(async (flags: ChatFlags) => {
      const before = program.opts<ChatFlags>();
      end(await (await import("./commands/chat.ts")).chat({ ...before, ...flags }, host));
    });
}

function addTools(program: Command, host: Host, end: (code: number) => void): void {
  const tools = program
    .command("tools")
    .description("see the tools of the agent, or call one yourself")
    .helpCommand(false);
  tools
    .command("list")
    .description("every tool with its toolset, and what it lacks")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes tools list", "hermes tools list --json"]))
    .action(async (flags: { readonly json?: boolean }) => {
      end(await (await import("./commands/tools.ts")).listTools(flags, host));
    });
  tools
    .command("call")
    .description("run one tool without a model; the result is JSON on standard output")
    .argument("<name>", "name of the tool")
    .argument("[arguments]", "a JSON object, or - to read it from standard input", "{}")
    .option("--yolo", "approve what would be asked")
    .addHelpText(
      "after",
      examples([
        `hermes tools call terminal '{"command":"ls"}'`,
        'echo \'{"path":"README.md"}\' | hermes tools call read_file -',
      ]),
    )
    .action(async (name: string, text: string, flags: { readonly yolo?: boolean }) => {
      end(await (await import("./commands/tools.ts")).callTool({ name, text, ...flags }, host));
    });
}

function addSessions(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("sessions")
    .description("see the conversations that are kept")
    .helpCommand(false)
    .command("list")
    .description("the newest conversations")
    .option("--json", "as JSON")
    .option("--limit <number>", "how many at most", wholeNumber, 20)
    .addHelpText("after", examples(["hermes sessions list", "hermes sessions list --json --limit 100"]))
    .action(async (flags: { readonly json?: boolean; readonly limit: number }) => {
      end(await (await import("./commands/sessions.ts")).listSessions(flags, host));
    });
}

function addTour(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("tour")
    .description("see the agent work in a scratch folder, offline, driven by a script instead of a model")
    .option("-y, --yes", "do not ask before it starts")
    .option("--keep", "keep the scratch folder")
    .addHelpText("after", examples(["hermes tour", "hermes tour --yes --keep"]))
    .action(async (flags: { readonly yes?: boolean; readonly keep?: boolean }) => {
      end(await (await import("./commands/tour.ts")).tour(flags, host));
    });
}

function addDoctor(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("doctor")
    .description("check what works here and what does not")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes doctor", "hermes doctor --json"]))
    .action(async (flags: { readonly json?: boolean }) => {
      end(await (await import("./commands/doctor.ts")).doctor(flags, host));
    });
}

function chatOptions(command: Command): Command {
  return command
    .option("-q, --query <text>", "ask one question and exit; - reads it from standard input")
    .option("-m, --model <name>", "model to use")
    .option("--provider <name>", "provider to use, such as openrouter, anthropic, openai or local")
    .option("--base-url <url>", "address of an OpenAI-compatible server")
    .option("--toolsets <names>", "toolsets to offer, separated by commas", list)
    .option("--max-turns <number>", "rounds of the model per question", wholeNumber)
    .option("-c, --continue", "go on with the newest conversation of this folder")
    .option("--resume <id>", "go on with a conversation")
    .option("--yolo", "approve what would be asked; hard limits stay")
    .option("--skip-context-files", "leave out AGENTS.md and its like")
    .option("--skip-memory", "leave out what the agent remembers")
    .addOption(
      new Option("--output <form>", "text, or jsonl: one event per line").choices(["text", "jsonl"]),
    );
}

async function refuseWord(program: Command, word: string): Promise<never> {
  const { nearest } = await import("@hermes/registry");
  const near = nearest(
    word,
    program.commands.map((command) => command.name()),
  );
  const advice = near === undefined ? `To ask a question: hermes -q "${word}"` : `(Did you mean ${near}?)`;
  program.error(`error: unknown command '${word}'\n${advice}`, { code: "commander.unknownCommand" });
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1 up.");
  return Number(text);
}

function list(text: string): readonly string[] {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) throw new InvalidArgumentError("It must name at least one toolset.");
  return names;
}

function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}\n`;
}
