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
    .description("see the tools of the agent, switch them on and off, or call one yourself")
    .helpCommand(false)
    .argument("[command]", "list, enable, disable, call or serve; none: choose toolsets")
    .option("--platform <name>", "of this platform: cli, telegram, cron, api, …")
    .addHelpText("after", examples(["hermes tools", "hermes tools --platform telegram", "hermes tools list"]))
    .action(async (word: string | undefined, flags: { readonly platform?: string }) => {
      if (word !== undefined) throw await unknownWord(word, tools);
      if (!host.stdinIsTerminal || !host.stderr.isTTY)
        end(await (await import("../commands/tools-list.ts")).listTools(flags, host));
      else end(await (await import("../commands/tools/choose-toolsets.ts")).chooseToolsets(flags, host));
    });
  tools
    .command("list")
    .description("every tool with its toolset, what it lacks, and which are found by a search")
    .option("--platform <name>", "of this platform", "cli")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes tools list", "hermes tools list --platform telegram --json"]))
    .action(async (flags: { readonly json?: boolean; readonly platform: string }) => {
      end(await (await import("../commands/tools-list.ts")).listTools(flags, host));
    });
  for (const on of [true, false])
    tools
      .command(on ? "enable" : "disable")
      .description(`switch toolsets ${on ? "on" : "off"}, for conversations of one platform`)
      .argument("<names...>", "names of toolsets, as hermes tools list shows them")
      .option("--platform <name>", "for this platform", "cli")
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        examples(
          on ? ["hermes tools enable web"] : ["hermes tools disable browser terminal --platform telegram"],
        ),
      )
      .action(
        async (names: readonly string[], flags: { readonly json?: boolean; readonly platform: string }) => {
          const { switchToolsets } = await import("../commands/tools/switch-toolsets.ts");
          end(await switchToolsets(names, { ...flags, on }, host));
        },
      );
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

async function unknownWord(word: string, tools: Command): Promise<Error> {
  const [{ nearest }, { usageError }] = await Promise.all([
    import("@hermes/registry"),
    import("../failure.ts"),
  ]);
  const near = nearest(
    word,
    tools.commands.map((command) => command.name()),
  );
  return usageError(
    `There is no command "tools ${word}".${near === undefined ? "" : ` Did you mean ${near}?`}`,
  );
}

const serveHelp = `A line is {"tool": NAME, "args": {…}}; the line that answers is what \`hermes tools call\` prints, or
{"error": …}. All calls are one session: the folder of the shell, open pages and scripts go on from one
to the next. Nobody can be asked: what would be asked is refused. It ends with its input.
`;

const serveExamples = [
  `printf '%s\\n' '{"tool":"terminal","args":{"command":"cd /tmp"}}' '{"tool":"terminal","args":{"command":"pwd"}}' | hermes tools serve`,
  "hermes tools serve --mode plan < calls.jsonl > results.jsonl",
];
