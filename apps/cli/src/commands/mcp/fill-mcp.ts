import type { Command } from "commander";
import { examples, several } from "../../program/option-values.ts";
import { addServer, type AddFlags } from "./add.ts";
import { callServerTool, type CallFlags } from "./call.ts";
import { allowServer, denyServer, type DecideFlags } from "./decide.ts";
import { listServers } from "./list.ts";
import { logInTo, logOutOf, type LoginFlags } from "./login.ts";
import type { McpDesk } from "./mcp-desk.ts";
import { removeServer } from "./remove.ts";
import { testServer } from "./test.ts";
import { listServerTools } from "./tools.ts";

interface JsonFlag {
  readonly json?: boolean;
}

/** Declares the commands of `hermes mcp`, which are a file of their own: no other start reads them. */
export function fillMcp(mcp: Command, desk: McpDesk, end: (code: number) => void): void {
  addEntries(mcp, desk, end);
  addUse(mcp, desk, end);
}

/** What there is, and what may be used. */
function addEntries(mcp: Command, desk: McpDesk, end: (code: number) => void): void {
  mcp
    .command("list")
    .description("every server with its state, its tools and where it comes from; connects to none")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes mcp list", "hermes mcp list --json"]))
    .action(async (flags: JsonFlag) => {
      end(await listServers(flags, desk));
    });
  mcp
    .command("add")
    .description("add a server: shows what it may reach, asks, writes it down, and tries it")
    .argument("<name>", "what you call it; its tools are called after it")
    .argument("[command...]", "its address, or after -- the command that starts it")
    .option("--env <NAME[=value]>", "a variable for its process; without a value it is asked for", several)
    .option("--header <Name[:value]>", "a header for each request; without a value it is asked for", several)
    .addOption(mcp.createOption("--transport <kind>", "how it is spoken to").choices(["http", "sse"]))
    .option("--oauth", "it wants a login in a browser: hermes mcp login")
    .option("--folder <path>", "a folder that its process may write to; may be given again", several)
    .option("--host <name>", "a host that its process may reach, * for all; may be given again", several)
    .option("--variable <name>", "a variable of yours that its process gets; may be given again", several)
    .option("--project", "write it into .mcp.json of the project, for everybody who works on it")
    .option("--no-test", "do not connect to it")
    .option("--yes", "do not ask; secrets go into .env")
    .showHelpAfterError("(What starts the server stands after --: hermes mcp add NAME -- COMMAND ARGUMENTS)")
    .addHelpText(
      "after",
      examples([
        "hermes mcp add files --folder . -- npx -y @modelcontextprotocol/server-filesystem .",
        "hermes mcp add github --header Authorization https://api.githubcopilot.com/mcp/",
        "hermes mcp add linear --oauth https://mcp.linear.app/mcp",
      ]),
    )
    .action(async (name: string, target: readonly string[], flags: AddFlags) => {
      end(await addServer(name, target, flags, desk));
    });
  mcp
    .command("remove")
    .description("forget a server, its login and what it was allowed")
    .argument("<name>", "as hermes mcp list shows it")
    .addHelpText("after", examples(["hermes mcp remove files"]))
    .action(async (name: string) => {
      end(await removeServer(name, desk));
    });
  mcp
    .command("allow")
    .description("agree to a server as its entry and its tools are now; shows them first")
    .argument("<name>", "as hermes mcp list shows it")
    .option("--yes", "do not ask")
    .addHelpText("after", examples(["hermes mcp allow files"]))
    .action(async (name: string, flags: DecideFlags) => {
      end(await allowServer(name, flags, desk));
    });
  mcp
    .command("deny")
    .description("refuse a server: it is not started, and nobody is asked again")
    .argument("<name>", "as hermes mcp list shows it")
    .action(async (name: string) => {
      end(await denyServer(name, desk));
    });
  mcp
    .command("login")
    .description("log in to a server, in a browser or by what you paste")
    .argument("<name>", "as hermes mcp list shows it")
    .option("--no-open", "only print the address: open no browser")
    .addHelpText("after", examples(["hermes mcp login linear", "BROWSER=lynx hermes mcp login linear"]))
    .action(async (name: string, flags: LoginFlags) => {
      end(await logInTo(name, flags, desk));
    });
  mcp
    .command("logout")
    .description("forget the login to a server")
    .argument("<name>", "as hermes mcp list shows it")
    .action(async (name: string) => {
      end(await logOutOf(name, desk));
    });
}

/** What a server says and does. */
function addUse(mcp: Command, desk: McpDesk, end: (code: number) => void): void {
  mcp
    .command("test")
    .description("connect to a server: protocol, tools, time, and what it wrote on stderr")
    .argument("<name>", "as hermes mcp list shows it")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes mcp test files"]))
    .action(async (name: string, flags: JsonFlag) => {
      end(await testServer(name, flags, desk));
    });
  mcp
    .command("tools")
    .description("the tools of a server with its descriptions; with --json also their schemas")
    .argument("<server>", "as hermes mcp list shows it")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes mcp tools files", "hermes mcp tools files --json"]))
    .action(async (name: string, flags: JsonFlag) => {
      end(await listServerTools(name, flags, desk));
    });
  mcp
    .command("call")
    .description("call a tool of a server yourself; its text goes to standard output, images to files")
    .argument("<server>", "as hermes mcp list shows it")
    .argument("<tool>", "as hermes mcp tools shows it")
    .argument("[arguments]", "a JSON object, or - to read it from standard input", "{}")
    .option("--out <folder>", "where images and other files go", ".")
    .option("--json", "the whole result as JSON; no files are written")
    .addHelpText(
      "after",
      examples([
        `hermes mcp call files read_text_file '{"path":"README.md"}'`,
        "hermes mcp call files write_file - < arguments.json",
      ]),
    )
    .action(async (server: string, tool: string, text: string, flags: CallFlags) => {
      end(await callServerTool({ server, tool, text, ...flags }, desk));
    });
}
