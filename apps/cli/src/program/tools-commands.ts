import type { Command } from "commander";
import type { Host } from "../host.ts";
import { backendOption } from "./backend-option.ts";
import { modeOption } from "./permissions-commands.ts";
import { examples } from "./option-values.ts";

interface CallFlags {
  readonly yolo?: boolean;
  readonly mode?: string;
  readonly backend?: string;
}

/** `hermes tools`. */
export function addTools(program: Command, host: Host, end: (code: number) => void): void {
  const tools = program
    .command("tools")
    .description("see the tools of the agent, or call one yourself")
    .helpCommand(false);
  tools
    .command("list")
    .description("every tool with its toolset, what it lacks, and which are found by a search")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes tools list", "hermes tools list --json"]))
    .action(async (flags: { readonly json?: boolean }) => {
      end(await (await import("../commands/tools-list.ts")).listTools(flags, host));
    });
  tools
    .command("call")
    .description("run one tool without a model; the result is JSON on standard output")
    .argument("<name>", "name of the tool")
    .argument("[arguments]", "a JSON object, or - to read it from standard input", "{}")
    .option("--yolo", "do not ask; hard limits and your own rules stay")
    .addOption(modeOption())
    .addOption(backendOption())
    .addHelpText(
      "after",
      examples([
        `hermes tools call terminal '{"command":"ls"}'`,
        'echo \'{"path":"README.md"}\' | hermes tools call read_file -',
      ]),
    )
    .action(async (name: string, text: string, flags: CallFlags) => {
      end(await (await import("../commands/tools-call.ts")).callTool({ name, text, ...flags }, host));
    });
  tools
    .command("serve")
    .description(
      "run tools for another program: a call for each line of input, its result for each of output",
    )
    .option("--yolo", "do not ask; hard limits and your own rules stay")
    .addOption(modeOption())
    .addOption(backendOption())
    .addHelpText("after", `\n${serveHelp}${examples(serveExamples)}`)
    .action(async (flags: CallFlags) => {
      end(await (await import("../commands/tools-serve.ts")).serveTools(flags, host));
    });
}

const serveHelp = `A line is {"tool": NAME, "args": {…}}; the line that answers is what \`hermes tools call\` prints, or
{"error": …}. All calls are one session: the folder of the shell, open pages and scripts go on from one
to the next. Nobody can be asked: what would be asked is refused. It ends with its input.
`;

const serveExamples = [
  `printf '%s\\n' '{"tool":"terminal","args":{"command":"cd /tmp"}}' '{"tool":"terminal","args":{"command":"pwd"}}' | hermes tools serve`,
  "hermes tools serve --mode plan < calls.jsonl > results.jsonl",
];
