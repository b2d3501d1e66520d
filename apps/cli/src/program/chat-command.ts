import { Option, type Command } from "commander";
import type { ReasoningEffort } from "@hermes/models";
import type { ChatFlags } from "../chat/chat-flags.ts";
import type { Host } from "../host.ts";
import { backendOption } from "./backend-option.ts";
import { modeOption } from "./permissions-commands.ts";
import { examples, money, names, several, wholeNumber } from "./option-values.ts";

/** As `reasoningEfforts` of the models, which are not loaded for this. */
const efforts = [
  "off",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
] as const satisfies readonly ReasoningEffort[];

/** `hermes chat`. */
export function addChat(program: Command, host: Host, end: (code: number) => void): void {
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
        'hermes chat -c "trip krakow"',
      ]),
    )
    .action(async (flags: ChatFlags) => {
      const before = program.opts<ChatFlags>();
      end(await (await import("../commands/chat.ts")).chat({ ...before, ...flags }, host));
    });
}

/** What a session is started with; the same with and without the word `chat`. */
export function chatOptions(command: Command): Command {
  // `-cq "…"` is -c and -q, not a title.
  command.combineFlagAndOptionalValue(false);
  return command
    .option("-q, --query <text>", "ask one question and exit; - reads it from standard input")
    .option("-m, --model <name>", "model to use")
    .addOption(
      new Option("--effort <level>", "how hard the model thinks, where it can be told").choices(efforts),
    )
    .option("--provider <name>", "provider to use, such as openrouter, anthropic, openai or local")
    .option("--base-url <url>", "address of an OpenAI-compatible server")
    .option("--toolsets <names>", "toolsets to offer, separated by commas", names)
    .option("--max-turns <number>", "rounds of the model per question", wholeNumber)
    .option("--max-budget-usd <amount>", "US dollars that this run may cost", money)
    .option("--max-budget-tokens <number>", "tokens that this run may use", wholeNumber)
    .option(
      "-c, --continue [title]",
      "go on with a conversation by its title, or with the newest of this folder",
    )
    .addOption(
      new Option(
        "--resume [id]",
        "go on with a conversation: its id, or words of its title; without one, choose",
      ).preset(""),
    )
    .option("--branch", "with -c or --resume: go on in a copy of the conversation")
    .option("--take-over", "with -c or --resume: go on here, also when it is open elsewhere")
    .option("-w, --worktree [name]", "work in a git worktree of its own, on a branch of its own")
    .option("-s, --skill <name>", "load a skill with the first message; may be given again", several)
    .option(
      "--mcp <server>",
      "an MCP server for this run: name=command, or its address; may be given again",
      several,
    )
    .option("--ask-later", "let what needs permission wait for `hermes approvals answer`")
    .option("--yolo", "do not ask; hard limits and your own rules stay")
    .addOption(modeOption())
    .addOption(backendOption())
    .option("--skip-context-files", "leave out AGENTS.md and its like")
    .option("--skip-memory", "leave out what the agent remembers")
    .option("--verbose", "show each call that a script of the agent makes")
    .addOption(
      new Option("--output <form>", "text, or jsonl: one event per line").choices(["text", "jsonl"]),
    );
}
