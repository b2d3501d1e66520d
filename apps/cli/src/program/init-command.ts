import { Option, type Command } from "commander";
import type { ChatFlags } from "../chat/chat-flags.ts";
import type { Host } from "../host.ts";
import { modeOption } from "./permissions-commands.ts";
import { examples } from "./option-values.ts";

/** `hermes init`: `/init` as one question. */
export function addInit(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("init")
    .description("have the agent write AGENTS.md from what the repository holds, or improve it")
    .argument("[words...]", "what it should look at, or leave out")
    .option("-m, --model <name>", "model to use")
    .option("--provider <name>", "provider to use")
    .option("--ask-later", "let what needs permission wait for `hermes approvals answer`")
    .addOption(modeOption())
    .addOption(new Option("--output <form>", "text, or jsonl: one event per line").choices(["text", "jsonl"]))
    .addHelpText("after", examples(["hermes init", "hermes init only the backend"]))
    .action(async (words: readonly string[], flags: ChatFlags) => {
      const { answerOnce } = await import("../chat/one-shot.ts");
      end(await answerOnce(["/init", ...words].join(" "), { ...program.opts<ChatFlags>(), ...flags }, host));
    });
}
