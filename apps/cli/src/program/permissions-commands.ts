import { InvalidArgumentError, Option, type Command } from "commander";
import type { AuditFlags } from "../commands/audit.ts";
import type { RuleFlags } from "../commands/permissions.ts";
import type { SealFlags } from "../commands/permissions-seal.ts";
import type { Host } from "../host.ts";
import { chatKinds, examples, wholeNumber } from "./option-values.ts";
import type { ChatKind } from "./option-values.ts";
import { since } from "./session-values.ts";

interface ExplainFlags {
  readonly json?: boolean | undefined;
  readonly platform?: string | undefined;
  readonly chat?: string | undefined;
  readonly chatKind?: ChatKind | undefined;
  readonly mode?: string | undefined;
}

/** `hermes permissions`. */
export function addPermissions(program: Command, host: Host, end: (code: number) => void): void {
  const permissions = program
    .command("permissions")
    .description("see and change what the agent may do, and ask why")
    .helpCommand(false);
  permissions
    .command("explain")
    .description("say what would be decided about a command or a call, and why; runs nothing")
    .argument("<call>", 'a command, or a call such as \'write_file {"path":"/etc/hosts"}\'')
    .option("--json", "as JSON")
    .option("--platform <name>", "as if it came from there", "cli")
    .option("--chat <id>", "as if it came from that chat")
    .addOption(new Option("--chat-kind <kind>", "as if it came from a chat of that kind").choices(chatKinds))
    .addOption(modeOption())
    .addHelpText(
      "after",
      examples([
        'hermes permissions explain "git push --force"',
        "hermes permissions explain --json 'write_file(/etc/hosts)'",
      ]),
    )
    .action(async (call: string, flags: ExplainFlags) => {
      end(await (await import("../commands/permissions-explain.ts")).explain({ call, ...flags }, host));
    });
  permissions
    .command("list")
    .description("the mode, the rules and the lasting approvals, with their places")
    .option("--json", "as JSON")
    .action(async (flags: { readonly json?: boolean }) => {
      end(await (await import("../commands/permissions.ts")).listRules(flags, host));
    });
  permissions
    .command("actions")
    .description("the names that a rule can use")
    .option("--json", "as JSON")
    .action(async (flags: { readonly json?: boolean }) => {
      end(await (await import("../commands/permissions.ts")).listActions(flags, host));
    });
  for (const effect of ["allow", "ask", "deny"] as const) {
    ruleOptions(permissions.command(effect))
      .description(
        { allow: "let it pass without asking", ask: "ask about it, whatever the mode", deny: "refuse it" }[
          effect
        ],
      )
      .addHelpText("after", examples([`hermes permissions ${effect} 'terminal(git push*)'`]))
      .action(async (rule: string, flags: RuleFlags) => {
        end(await (await import("../commands/permissions.ts")).setRule({ rule, effect, ...flags }, host));
      });
  }
  addSeal(permissions, host, end);
  ruleOptions(permissions.command("remove"))
    .description("take a rule or a lasting approval away")
    .addHelpText("after", examples(["hermes permissions remove 'terminal(git push*)'"]))
    .action(async (rule: string, flags: RuleFlags) => {
      end(await (await import("../commands/permissions.ts")).removeRule({ rule, ...flags }, host));
    });
}

/** `hermes permissions seal`. */
function addSeal(permissions: Command, host: Host, end: (code: number) => void): void {
  permissions
    .command("seal")
    .description("show what was changed in rules and settings beside Hermes, and take it up")
    .option("--yes", "take it up without a question")
    .option("--json", "show it as JSON; takes nothing up without --yes")
    .addHelpText("after", examples(["hermes permissions seal", "hermes permissions seal --json"]))
    .action(async (flags: SealFlags) => {
      end(await (await import("../commands/permissions-seal.ts")).seal(flags, host));
    });
}

/** `hermes audit`. */
export function addAudit(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("audit")
    .description("what was allowed and denied, by whom and why, the newest first")
    .option("--since <time>", "not older than a day (2026-01-31), a time, or an age such as 7d", since)
    .option("--tool <name>", "of one tool")
    .addOption(new Option("--decision <what>", "only these").choices(["allowed", "denied"]))
    .option("--session <id>", "of one conversation")
    .option("--limit <number>", "how many at most", wholeNumber, 50)
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(["hermes audit --decision denied", "hermes audit --since 7d --tool terminal --json"]),
    )
    .action(async (flags: AuditFlags) => {
      end(await (await import("../commands/audit.ts")).audit(flags, host));
    });
}

const modeNames = ["ask", "accept-edits", "plan", "auto", "yolo"];

/** `--mode`, with the names of earlier settings. */
export function modeOption(): Option {
  const option = new Option("--mode <name>", `how questions are handled: ${modeNames.join(", ")}`);
  return option.argParser((text: string) => {
    const name = { manual: "ask", off: "yolo", smart: "auto" }[text] ?? text;
    if (!modeNames.includes(name)) throw new InvalidArgumentError(`There is ${modeNames.join(", ")}.`);
    return name;
  });
}

function ruleOptions(command: Command): Command {
  return command
    .argument("<rule>", "such as file.write, browser.*, terminal(git push*) or write_file(/etc/**)")
    .option("--platform <name>", "only there")
    .option("--chat <id>", "only in that chat of the platform")
    .addOption(new Option("--chat-kind <kind>", "only in chats of that kind").choices(chatKinds))
    .option("--json", "as JSON");
}
