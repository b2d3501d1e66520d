import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { startLoginServer, startScriptedServer } from "@hermes/models/testing";
import { onTestFinished } from "vitest";
import { newPerson, type Fixture } from "../hermes.ts";
import { oddServer, serverCommand } from "../mcp.ts";
import { runHere, type RunHereOptions } from "./run-here.ts";
import { personWithSite, startSkillSite } from "../skill-site.ts";
import { editorThat, ownSkill, skillText } from "../skills.ts";
import { jsonShape, kindsOf } from "./json-shape.ts";

/** What was printed by every run of one form of a command. */
interface Printed {
  readonly values: unknown[];
  readonly exitCodes: Set<number>;
}

/**
 * Runs every command that speaks JSON, with a scratch home, a model that follows a script, and sites on this machine.
 *
 * @returns The shape of what each printed, by command line.
 */
export async function runJsonCommands(): Promise<ReadonlyMap<string, string>> {
  const skill = skillText("brew-tea", "Brew tea. Use when somebody is cold.");
  const site = await startSkillSite({ "brew-tea": skill });
  const person = await personOf(site);
  const reference = `well-known:${site.url}/brew-tea`;
  const printed = new Map<string, Printed>();

  const keep = (title: string, value: unknown, code: number): void => {
    const { values, exitCodes } = printed.get(title) ?? { values: [], exitCodes: new Set() };
    values.push(value);
    exitCodes.add(code);
    printed.set(title, { values, exitCodes });
  };
  /** @param title What is behind the name where a command prints different things. */
  const json = async (
    name: string,
    args: readonly string[] = [],
    { title = "", ...options }: RunHereOptions & { readonly title?: string } = {},
  ): Promise<unknown> => {
    const { code, stdout, stderr } = await runHere(person, [...name.split(" "), ...args, "--json"], options);
    if (stdout === "")
      throw new Error(`hermes ${name} --json printed nothing and ended with ${code}: ${stderr}`);
    const value: unknown = JSON.parse(stdout);
    keep(`hermes ${name}${title} --json`, value, code);
    return value;
  };
  const jsonLines = async (title: string, args: readonly string[]): Promise<void> => {
    const { code, stdout } = await runHere(person, args);
    for (const line of stdout.trimEnd().split("\n")) {
      const event = JSON.parse(line) as { readonly type?: string }; // An object per line.
      keep(event.type === undefined ? title : `${title}, ${event.type}`, event, code);
    }
  };
  const step = (args: readonly string[]): Promise<unknown> => runHere(person, args);
  const file = (name: string, text: string): string => {
    const path = join(person.project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };

  // A conversation in which a tool runs, and one that waits for permission.
  const talk = "Look at the tide";
  file("note.txt", "hello\n");
  const rules = file("../person/.hermes/permissions.yaml", "rules:\n  terminal(sh run.sh): allow\n");
  file("run.sh", `cat note.txt; echo '  terminal(rm*): allow' >> '${rules}'\n`);
  await jsonLines("hermes --output jsonl", ["-q", talk, "--output", "jsonl"]);
  await json("permissions seal");
  await step(["permissions", "seal", "--yes"]);
  await step(["-q", "Push it", "--ask-later"]);
  await jsonLines("hermes --output jsonl, without a model", [
    "-q",
    "x",
    "--output",
    "jsonl",
    "--provider",
    "nobody",
  ]);
  const [waiting] = (await json("approvals list")) as readonly { readonly id: string }[];
  await json("approvals show", [waiting?.id ?? ""]);
  await json("approvals answer", [waiting?.id ?? "", "no"]);
  await json("tools list");
  const forgetful = newPerson("memory:\n  memory_enabled: false\n  user_profile_enabled: false\n");
  await json("tools list", [], { env: { HERMES_HOME: forgetful.home } });
  await json("doctor");
  await json("doctor", [], { env: { HERMES_HOME: newPerson("model: [").home } });
  await json("audit");
  await json("cache why");
  await json("insights");
  await json("context");
  await json("usage");

  const agents = join(person.project, "..", "person", ".hermes", "agents");
  mkdirSync(agents);
  const role = "name: scout\ndescription: Looks around.\ntools: read_file\nmodel: small";
  writeFileSync(join(agents, "scout.md"), `---\n${role}\n---\nLook around.\n`);
  writeFileSync(
    join(agents, "plain.md"),
    "---\nname: plain\ndescription: Does what it is told.\n---\nDo it.\n",
  );
  await json("agents list");
  await json("agents show", ["scout"]);
  await json("agents show", ["plain"]);

  await json("gateway status");
  await json("gateway status", ["--deep"]);
  await json("pairing list");
  await json("send", ["--list"], { title: " --list" });
  await json("send", ["local", "Hello."]);

  const next = ["every day at 9", "--tz", "UTC", "--from", "2026-03-01T00:00Z"];
  await json("cron next", next);
  const script = file("../person/.hermes/scripts/speak.sh", "echo Spoken.\n");
  await json("cron add", ["every day at 9", "--script", basename(script), "--no-agent", "--name", "Speaker"]);
  await json("cron add", ["every day at 9", "What is new?", "--name", "News", "--deliver", "telegram"]);
  await json("cron edit", ["News", "--max-usd", "1", "--folder", person.project]);
  await json("cron pause", ["News"]);
  await json("cron resume", ["News"]);
  await json("cron run", ["Speaker"]);
  await json("cron tick");
  await json("cron run", ["Speaker", "--wait"], { title: " --wait" });
  await json("cron list");
  await json("cron history");
  await json("cron status");
  await json("cron remove", ["News", "--yes"]);
  await json("wake", ["Look."]);

  await json("sessions list", ["--all"]);
  await json("sessions search", ["tide"]);
  await json("sessions show", [talk]);
  await json("sessions stats");
  await json("sessions rename", [talk, "Tides"]);
  await json("sessions tag", ["Tides", "+sea"]);
  await jsonLines("hermes sessions export", ["sessions", "export", "Tides"]);
  await json("sessions export", ["Tides", "--out", "talk.jsonl"]);
  await json("sessions import", [file("other.jsonl", '{"role":"user","content":"hello"}\n')]);
  await json("migrate-sessions", [file("third.jsonl", '{"role":"user","content":"hello"}\n')]);
  await json("sessions prune", ["--older-than", "1d", "--dry-run"]);
  await json("sessions delete", ["other", "--yes"]);
  const { path: backup } = (await json("backup")) as { readonly path: string };
  await json("restore");
  await json("restore", [backup, "--yes"], { title: " <file>" });
  await json("redact", ["--yes"], { input: "tide\n" });
  await json("sessions redact", ["--yes"], { input: "nothing-of-this-kind\n" });

  await json("auth add", ["groq", "--label", "work"], { input: "key-0123456789-wxyz" });
  await json("auth list");
  await json("auth status");
  await json("auth remove", ["work"]);
  const logins = await startLoginServer();
  onTestFinished(() => logins.close());
  const places = { nous: { device_url: `${logins.url}/device`, token_url: `${logins.url}/token` } };
  const settings = `model:\n  refresh: "off"\nlogins: ${JSON.stringify(places)}\n`;
  const env = { HERMES_HOME: newPerson(settings).home, ANTHROPIC_API_KEY: "key-0123456789-wxyz" };
  await json("login", ["nous", "--base-url", logins.url], { env });
  await json("logout", ["nous"], { env });
  await json("model list", [], { env });
  await json("model search", ["claude", "sonnet"], { env });
  await json("model show", ["claude-sonnet-4.5"], { env });
  await json("model set", ["claude-sonnet-4.5", "--provider", "anthropic"], { env });
  await json("serve token add", ["phone"]);
  await json("serve token list");
  await json("memory add", ["The gate opens at nine"]);
  await json("memory list");
  await json("memory show");
  await json("memory show", ["m1"], { title: " <entry>" });
  await json("memory edit", ["m1", "The gate opens at ten"]);
  await json("memory import", [file("notes.txt", "Tea is at four\n")]);
  await json("memory revert");
  await json("memory forget", ["m1", "--yes"]);

  await json("permissions allow", ["terminal(ls*)"]);
  await json("permissions ask", ["terminal(cat*)"]);
  await json("permissions deny", ["write_file(/etc/**)"]);
  await json("permissions list");
  await json("permissions explain", ["git push --force"]);
  await json("permissions actions");
  await json("permissions remove", ["terminal(ls*)"]);
  await json("patch", [], {
    input: "*** Begin Patch\n*** Update File: note.txt\n@@\n-hello\n+good-bye\n*** End Patch\n",
  });

  const everything = ["all", "--yes", "--", ...serverCommand("everything")];
  await step(["mcp", "add", ...everything]);
  await json("mcp list");
  await json("mcp test", ["all"]);
  await json("mcp tools", ["all"]);
  await json("mcp call", ["all", "get-structured-content", '{"location":"Chicago"}']);
  await step(["mcp", "add", "gone", "--yes", "--", ...oddServer("dead")]);
  await json("mcp test", ["gone"]);
  await step(["mcp", "remove", "gone"]);
  await step(["mcp", "remove", "all"]);

  ownSkill(person, "one", skillText("one", "One. Use when there is one."));
  ownSkill(person, "odd", "no front matter\n");
  await json("skills list", ["--all"]);
  await json("skills show", ["one"]);
  await json("skills check");
  await json("skills review");
  await json("skills scan", [join(person.home, "skills", "one")]);
  await json("skills create", [
    "--from-file",
    file("draft.md", skillText("two", "Two. Use when there are two.")),
  ]);
  await json("skills edit", ["one"], { env: { EDITOR: editorThat(person, 'echo "2. Again." >> "$1"') } });
  await json("skills delete", ["two", "--yes"]);
  await json("skills browse");
  await json("skills search", ["tea"]);
  await json("skills inspect", [reference]);
  await json("skills install", [reference, "--yes"]);
  await json("skills audit");
  site.skills.set("brew-tea", skill.replace("Do it", "Do it well"));
  await json("skills update", ["--yes"]);
  await step(["skills", "snapshot", "export", "mine.json"]);
  await json("skills uninstall", ["brew-tea", "--yes"]);
  await json("skills snapshot import", ["mine.json", "--yes"]);
  await json("skills tap list");
  await json("skills publish", ["one", "--repo", "up/stream", "--yes"], { env: { GITHUB_TOKEN: "key" } });

  await json("setup", ["--no-check"]);
  await json("setup", ["--non-interactive", "--no-check", "--backend", "local"], { title: " --backend" });
  await json("config show");
  await json("config show", ["terminal", "--all"]);
  await json("config set", ["agent.max_turns", "60"]);
  await json("config set", ["TAVILY_API_KEY"], { input: "tvly-0123456789\n" });
  await json("config get", ["agent.max_turns"]);
  await json("config get", ["TAVILY_API_KEY"]);
  await json("config unset", ["agent.max_turns"]);
  await json("config check");
  await json("tools disable", ["browser"]);
  await json("tools enable", ["browser"]);
  await json("status");
  await json("status", ["--all"]);
  const entry = { at: "2026-03-01T08:00:00.000Z", level: "warn", message: "Slow.", part: "chat" };
  file("../person/.hermes/logs/agent.log", `${JSON.stringify(entry)}\n`);
  await jsonLines("hermes logs", ["logs", "--json"]);
  await json("logs", ["list"], { title: " list" });
  file(
    "../person/.cursor/mcp.json",
    JSON.stringify({ mcpServers: { sea: { command: "sea", env: { SEA_TOKEN: "key-0123456789" } } } }),
  );
  await json("import", ["--dry-run"]);
  await json("import", ["cursor", "--yes"]);
  await json("profile create", ["work", "--clone"]);
  await json("profile use", ["work"]);
  await json("profile use", ["default"]);
  await json("profile list");
  await json("profile show", ["work"]);
  await json("profile");
  await json("profile rename", ["work", "office"]);
  await json("profile alias", ["office"]);
  await json("profile export", ["office", "--out", "office.tar.gz"]);
  await json("profile import", ["office.tar.gz", "--name", "home-office", "--yes"]);
  await json("profile delete", ["office", "--yes"]);
  await json("plugins create", ["tides"]);
  await json("plugins test", ["tides", "--no-jail"]);
  const { digest } = (await json("plugins show", [join(person.project, "tides")])) as {
    readonly digest: string; // Pinned by the file of these shapes.
  };
  await json("plugins install", ["tides", "--no-jail", "--yes", "--digest", digest]);
  await json("plugins list");
  const hook = `- { command: ["${process.execPath}", "-e", ""] }`;
  const config = join(person.home, "config.yaml");
  writeFileSync(config, `${readFileSync(config, "utf8")}hooks:\n  pre_tool_call:\n    ${hook}\n`);
  await step(["permissions", "seal", "--yes"]);
  await json("hooks list");
  await json("hooks show", ["1"]);
  await step(["hooks", "allow", "--no-jail", "--yes"]);
  await json("hooks test", ["pre_tool_call"]);
  await json("uninstall", ["--dry-run"]);
  return new Map([...printed].map(([title, { values, exitCodes }]) => [title, shapeOf(values, exitCodes)]));
}

async function personOf(site: Parameters<typeof personWithSite>[0]): Promise<Fixture> {
  const model = await startScriptedServer({
    script: [
      { calls: [{ name: "terminal", arguments: { command: "sh run.sh" } }] },
      { text: "The tide is high." },
      { calls: [{ name: "terminal", arguments: { command: "git push --force" } }] },
    ],
  });
  onTestFinished(() => model.close());
  const settings = `model:\n  provider: custom\n  default: scripted\n  base_url: ${model.openaiUrl}\n`;
  const person = await personWithSite(site, settings);
  const github = await startGithub();
  const config = join(person.home, "config.yaml");
  writeFileSync(config, readFileSync(config, "utf8").replace(/^( +github:).*$/m, `$1 ${github}`));
  return person;
}

/** A GitHub that lets everybody push. */
async function startGithub(): Promise<string> {
  const answer = {
    full_name: "up/stream",
    default_branch: "main",
    permissions: { push: true },
    object: { sha: "1" },
    sha: "1",
    html_url: "https://github.com/up/stream/pull/1",
  };
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function shapeOf(values: readonly unknown[], exitCodes: ReadonlySet<number>): string {
  return [
    `${kindsOf(values)}, exit code ${[...exitCodes].sort().join(" or ")}`,
    ...jsonShape(values.flat()),
  ].join("\n  ");
}
