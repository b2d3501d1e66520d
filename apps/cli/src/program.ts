import { Command, CommanderError } from "commander";
import type { ChatFlags } from "./chat/chat-flags.ts";
import { detailLines, isUsageError, usageError } from "./failure.ts";
import { printFailure } from "./print-failure.ts";
import { exitCodes, Stop, type Host } from "./host.ts";
import { coloured } from "./render/style.ts";
import { addAcp } from "./program/acp-command.ts";
import { addApprovals } from "./program/approvals-commands.ts";
import { addAuth } from "./program/auth-commands.ts";
import { addCache } from "./program/cache-command.ts";
import { addChat, chatOptions } from "./program/chat-command.ts";
import { addCompletion } from "./program/completion-command.ts";
import { addConfig } from "./program/config-commands.ts";
import { addContext } from "./program/context-command.ts";
import { addCron } from "./program/cron-commands.ts";
import { addDoctor } from "./program/doctor-command.ts";
import { addGateway } from "./program/gateway-commands.ts";
import { addImportAgents } from "./program/import-command.ts";
import { addInit } from "./program/init-command.ts";
import { addLogin } from "./program/login-commands.ts";
import { addHooks } from "./program/hooks-commands.ts";
import { addMcp } from "./program/mcp-commands.ts";
import { addMemory } from "./program/memory-commands.ts";
import { examples } from "./program/option-values.ts";
import { addModel } from "./program/model-commands.ts";
import { addPatch } from "./program/patch-command.ts";
import { addAudit, addPermissions } from "./program/permissions-commands.ts";
import { addPluginPrograms } from "./program/plugin-programs.ts";
import { addPlugins } from "./program/plugins-commands.ts";
import { addProfile } from "./program/profile-commands.ts";
import { addServe } from "./program/serve-command.ts";
import { addSessions } from "./program/sessions-commands.ts";
import { addSetup } from "./program/setup-commands.ts";
import { addSkills } from "./program/skills-commands.ts";
import { addSupport } from "./program/support-commands.ts";
import { addStore } from "./program/store-commands.ts";
import { addAgents } from "./program/agents-commands.ts";
import { addTools } from "./program/tools-commands.ts";
import { addTour } from "./program/tour-command.ts";
import { addWeb } from "./program/web-command.ts";
import { version } from "./version.ts";

/** Runs one command line. Every error ends here, as one line and an exit code. */
export async function run(args: readonly string[], host: Host): Promise<number> {
  let code: number = exitCodes.ok;
  const end = (result: number): void => void (code = result);
  const program = createProgram(host, end);
  try {
    await addPluginPrograms(program, args, { host, end });
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (host.stopped.aborted && host.stopped.reason instanceof Stop) return host.stopped.reason.exitCode;
    if (error instanceof Stop) return error.exitCode;
    await printFailure(error, host);
    for (const line of detailLines(error, host.stderr)) host.stderr.write(`${line}\n`);
    return isUsageError(error) ? exitCodes.usage : exitCodes.failed;
  }
}

/** All commands, their arguments and flags; told the exit code of the one that ran. */
export function createProgram(host: Host, end: (code: number) => void): Command {
  const program = new Command("hermes")
    .description(
      "An agent in your terminal: it works with your shell and your files, in the folder you are in.",
    )
    .version(`hermes ${version()}`, "-V, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    // Taken from every command line before this is made; here for the help.
    .option("-p, --profile <name>", "use another home for this command: hermes profile list")
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
    .usage("[options] [command | question]")
    .addHelpText(
      "after",
      examples([
        "hermes",
        'hermes "What does this project do?"',
        "hermes --continue",
        "hermes help sessions",
      ]),
    )
    .action(async (words: readonly string[], flags: ChatFlags) => {
      const question = await questionOf(program, words);
      if (question !== undefined && flags.query !== undefined)
        throw usageError("Give one question: as words, or with -q.");
      const query = question ?? flags.query;
      end(await (await import("./commands/chat.ts")).chat({ ...flags, query }, host));
    });
  addChat(program, host, end);
  addSetup(program, host, end);
  addModel(program, host, end);
  addConfig(program, host, end);
  addTools(program, host, end);
  addMcp(program, host, end);
  addPlugins(program, host, end);
  addHooks(program, host, end);
  addGateway(program, host, end);
  addServe(program, host, end);
  addAcp(program, host, end);
  addWeb(program, host, end);
  addCron(program, host, end);
  addSessions(program, host, end);
  addContext(program, host, end);
  addInit(program, host, end);
  addImportAgents(program, host, end);
  addStore(program, host, end);
  addCache(program, host, end);
  addMemory(program, host, end);
  addSkills(program, host, end);
  addAgents(program, host, end);
  addPermissions(program, host, end);
  addApprovals(program, host, end);
  addAudit(program, host, end);
  addAuth(program, host, end);
  addLogin(program, host, end);
  addProfile(program, host, end);
  addTour(program, host, end);
  addPatch(program, host, end);
  addDoctor(program, host, end);
  addSupport(program, host, end);
  addCompletion(program, host, end);
  program
    .command("help")
    .description("show the help of a command")
    .argument("[command...]", "such as sessions, or sessions search")
    .action(async (words: readonly string[]) => {
      const [word] = words;
      if (word !== undefined && !namesOf(program).includes(word)) await refuseWord(program, word);
      end(await run([...words, "--help"], host));
    });
  program
    .command("version")
    .description("show the version")
    .action(() => {
      host.stdout.write(`hermes ${version()}\n`);
    });
  return program;
}

function namesOf(program: Command): readonly string[] {
  return program.commands.map((command) => command.name());
}

/**
 * What was asked with words that are no command. A word alone is more likely a slip than a question, as is one that is nearly a
 * command, with more behind it.
 */
async function questionOf(program: Command, words: readonly string[]): Promise<string | undefined> {
  const [word] = words;
  if (word === undefined) return undefined;
  if (word.trim() === "" || /\s/.test(word.trim())) return words.join(" ");
  const { nearest } = await import("@hermes/registry");
  if (words.length === 1 || nearest(word, namesOf(program)) !== undefined) await refuseWord(program, word);
  return words.join(" ");
}

async function refuseWord(program: Command, word: string): Promise<never> {
  const { nearest } = await import("@hermes/registry");
  const near = nearest(word, namesOf(program));
  const advice = near === undefined ? "" : `(Did you mean ${near}?) `;
  program.error(`error: unknown command '${word}'\n${advice}To ask a question: hermes -q "${word}"`, {
    code: "commander.unknownCommand",
  });
}
