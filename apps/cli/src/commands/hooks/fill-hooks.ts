import type { Command } from "commander";
import { examples } from "../../program/option-values.ts";
import { allowHooks, revokeHook, type AllowFlags } from "./decide.ts";
import type { HooksDesk } from "./hooks-desk.ts";
import { listHooks, showHook } from "./list.ts";
import { testHooks, type TestFlags } from "./test.ts";

interface JsonFlag {
  readonly json?: boolean;
}

/** Declares the commands of `hermes hooks`, which are a file of their own: no other start reads them. */
export function fillHooks(hooks: Command, desk: HooksDesk, end: (code: number) => void): void {
  hooks
    .command("list")
    .description("every hook of the settings and every hook folder, with its state; runs none")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes hooks list", "hermes hooks list --json"]))
    .action(async (flags: JsonFlag) => {
      end(await listHooks(flags, desk));
    });
  hooks
    .command("show")
    .description("one hook: its command, its files, and what it may do")
    .argument("<hook>", "its number or the name of its folder, as hermes hooks list shows it")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes hooks show 1", "hermes hooks show greet --json"]))
    .action(async (key: string, flags: JsonFlag) => {
      end(await showHook(key, flags, desk));
    });
  hooks
    .command("allow")
    .description("agree to a hook as it is now, or to all that wait for it; shows them first")
    .argument("[hook]", "its number or the name of its folder; without it, all that wait")
    .option("--no-jail", "let it run as you, without a jail")
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      examples(["hermes hooks allow", "hermes hooks allow 2", "hermes hooks allow greet --no-jail"]),
    )
    .action(async (key: string | undefined, flags: AllowFlags) => {
      end(await allowHooks(key, flags, desk));
    });
  hooks
    .command("revoke")
    .description("forget what was said about a hook: it is not run until somebody agrees to it again")
    .argument("<hook>", "its number or the name of its folder, as hermes hooks list shows it")
    .addHelpText("after", examples(["hermes hooks revoke 1"]))
    .action(async (key: string) => {
      end(await revokeHook(key, desk));
    });
  hooks
    .command("test")
    .description("run the hooks of an event with a sample of it, in their jail, and show what came out")
    .argument("<event>", "such as pre_tool_call or PreToolUse")
    .option("--tool <name>", "the tool that the sample is about", "terminal")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(["hermes hooks test pre_tool_call", "hermes hooks test PostToolUse --tool write_file"]),
    )
    .action(async (event: string, flags: TestFlags) => {
      end(await testHooks(event, flags, desk));
    });
}
