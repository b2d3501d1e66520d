import { Argument, Option, type Command } from "commander";
import type { AnswerFlags, ListFlags } from "../commands/approvals.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

/** `hermes approvals`. */
export function addApprovals(program: Command, host: Host, end: (code: number) => void): void {
  const approvals = program
    .command("approvals")
    .description("see and answer what waits for permission, in whichever conversation")
    .helpCommand(false);
  approvals
    .command("list")
    .description("what waits for an answer, the oldest first")
    .option("--session <id>", "of one conversation")
    .option("--all", "also what was answered, has expired or was withdrawn")
    .option("--json", "as JSON")
    .action(async (flags: ListFlags) => {
      end(await (await import("../commands/approvals.ts")).listApprovals(flags, host));
    });
  approvals
    .command("show")
    .description("what would happen, and what speaks against it")
    .argument("<id>", "as `hermes approvals list` shows it")
    .option("--json", "as JSON")
    .action(async (id: string, flags: { readonly json?: boolean }) => {
      end(await (await import("../commands/approvals.ts")).showApproval(id, flags, host));
    });
  approvals
    .command("answer")
    .description("say yes or no; the first answer holds")
    .argument("<id>", "as `hermes approvals list` shows it")
    .addArgument(new Argument("<answer>", "yes or no").choices(["yes", "no"]))
    .option("--reason <text>", "with no: why, in words for the agent")
    .addOption(
      new Option("--scope <scope>", "with yes: how long it holds").choices(["once", "session", "always"]),
    )
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples([
        "hermes approvals answer 3f9c21ab07 yes",
        'hermes approvals answer 3f9c21ab07 no --reason "use a branch"',
      ]),
    )
    .action(async (id: string, answer: "yes" | "no", flags: AnswerFlags) => {
      end(await (await import("../commands/approvals.ts")).answerApproval(id, answer, flags, host));
    });
}
