import type { Backend } from "@hermes/terminal-backends";
import { constants, existsSync, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HermesError } from "@hermes/registry";
import { findOnPath } from "@hermes/registry/programs";
import { buildToolsOutside } from "./build-registry.ts";
import { commandHint } from "./hints.ts";
import { findWorkspace } from "./find-workspace.ts";
import { namesHooks } from "./hooks/settings-hooks.ts";
import { admitContext } from "./prompt/admit-context.ts";
import { namesPlugins } from "./plugins/names-plugins.ts";
import { readContextFiles } from "./prompt/context-files.ts";
import type { RuntimeParts } from "./runtime-parts.ts";
import type { DiagnoseOptions, Diagnosis } from "./runtime.ts";

/** Looks at everything a session needs. A check that fails is a finding; the others go on. */
export async function diagnose(
  parts: RuntimeParts,
  { signal }: DiagnoseOptions = {},
): Promise<readonly Diagnosis[]> {
  const checks: readonly Check[] = [
    { name: "node", run: checkNode },
    { name: "home", run: checkHome },
    { name: "settings", run: checkSettings },
    { name: "store", run: checkStore },
    { name: "model", run: checkModel },
    { name: "auxiliary models", run: checkAuxiliary },
    { name: "programs", run: checkPrograms },
    { name: "backend", run: checkPlaceOfCommands },
    { name: "wall", run: checkWall },
    { name: "code", run: checkCode },
    { name: "context files", run: checkContext },
    { name: "skills", run: checkSkills },
    { name: "external memory", run: checkMemory },
    { name: "mcp", run: checkMcp },
    { name: "plugins", run: checkPlugins },
    { name: "plugins", run: checkChosen },
    { name: "hooks", run: checkHooks },
    { name: "permissions", run: checkPermissions },
    { name: "trials", run: checkTrials },
    { name: "web", run: checkWeb },
    { name: "tools", run: checkTools },
  ];
  const findings = await Promise.all(
    checks.map(async ({ name, run }) => await attempt(name, () => run(parts, signal))),
  );
  signal?.throwIfAborted();
  return findings.flat();
}

interface Check {
  readonly name: string;
  readonly run: (
    parts: RuntimeParts,
    signal: AbortSignal | undefined,
  ) => Promise<readonly Diagnosis[]> | readonly Diagnosis[];
}

async function attempt(name: string, run: () => ReturnType<Check["run"]>): Promise<readonly Diagnosis[]> {
  try {
    return await run();
  } catch (error) {
    const hint = HermesError.is(error) ? commandHint(error) : undefined;
    return [
      { name, status: "failed", message: error instanceof Error ? error.message : String(error), hint },
    ];
  }
}

function checkNode(): readonly Diagnosis[] {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const message = `Node ${process.versions.node} on ${process.platform} ${process.arch}`;
  if (major > 22 || (major === 22 && minor >= 18)) return [ok("node", message)];
  return [{ name: "node", status: "failed", message, hint: "Hermes needs Node 22.18 or newer." }];
}

async function checkHome({ options }: RuntimeParts): Promise<readonly Diagnosis[]> {
  const { home } = options.loaded;
  let folder = home;
  while (!existsSync(folder)) folder = dirname(folder);
  const hint = "Choose another folder with HERMES_HOME, or change the owner or permissions of this one.";
  if (!statSync(folder).isDirectory())
    return [{ name: "home", status: "failed", message: `${folder} is not a folder`, hint }];
  try {
    await access(folder, constants.W_OK);
  } catch {
    return [{ name: "home", status: "failed", message: `${folder} can't be written`, hint }];
  }
  return [ok("home", folder === home ? home : `${home} will be made with the first conversation`)];
}

function checkSettings({ options }: RuntimeParts): readonly Diagnosis[] {
  const { loaded } = options;
  const warnings = loaded.warnings.map(
    (message) => ({ name: "settings", status: "warning", message }) as const,
  );
  return warnings.length > 0 ? warnings : [ok("settings", "read without a problem")];
}

async function checkStore(
  parts: RuntimeParts,
  signal: AbortSignal | undefined,
): Promise<readonly Diagnosis[]> {
  const { diagnoseStore } = await import("./sessions/diagnose-store.ts");
  return await diagnoseStore(parts, signal);
}

async function checkModel(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const { detectLocalServer } = await import("@hermes/models");
  const [choice, local] = await Promise.all([parts.modelChoice(), detectLocalServer({ env: parts.env })]);
  const found =
    local === undefined
      ? []
      : [
          ok(
            "local model server",
            `${local.label} at ${local.baseUrl}: ${local.models.join(", ") || "no model"}`,
          ),
        ];
  if (!choice.ok)
    return [{ name: "model", status: "failed", message: choice.reason, hint: choice.hint }, ...found];
  const message = `${choice.model} of ${choice.label} at ${choice.baseUrl} (${choice.why}; key: ${choice.keySource})`;
  if (choice.warning === undefined) return [ok("model", message), ...found];
  return [{ name: "model", status: "warning", message: `${message}. ${choice.warning}` }, ...found];
}

async function checkAuxiliary(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const { diagnoseAuxiliary } = await import("./models/diagnose-auxiliary.ts");
  return await diagnoseAuxiliary(parts);
}

/** Programs that make tools work, or work better. */
const programs: readonly {
  readonly names: readonly string[];
  readonly status: "warning" | "failed";
  readonly hint: string;
}[] = [
  { names: ["bash", "sh"], status: "failed", hint: "Commands need a shell." },
  { names: ["git"], status: "warning", hint: "Install git to let Hermes work with repositories." },
  {
    names: ["rg"],
    status: "warning",
    hint: "Install ripgrep for faster searches; without it Hermes searches by itself.",
  },
];

async function checkPrograms({ env }: RuntimeParts): Promise<readonly Diagnosis[]> {
  return programs.map(({ names, status, hint }): Diagnosis => {
    const [path] = names.flatMap((each) => findOnPath(each, env) ?? []);
    const name = names[0] ?? "";
    return path === undefined ? { name, status, message: "not found", hint } : ok(name, path);
  });
}

async function checkPlaceOfCommands(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const { kind, options } = parts.chosenBackend;
  // This machine was looked at with the programs.
  if (kind === "local") return [];
  const [{ checkBackend }, { openNamedBackend }] = await Promise.all([
    import("@hermes/terminal-backends"),
    import("./plugins/places/open-named-backend.ts"),
  ]);
  const open = async (): Promise<Backend> => await openNamedBackend(kind, options, parts);
  return [{ name: "backend", ...(await checkBackend(kind, options, open)) }];
}

/** What holds commands on this machine, and why nothing does. */
async function checkWall({ chosenBackend, options, wall }: RuntimeParts): Promise<readonly Diagnosis[]> {
  const name = "wall";
  const { terminal } = options.loaded.settings;
  if (chosenBackend.kind !== "local") return [];
  if (terminal.wall === "open")
    return [{ name, status: "warning", message: "nothing holds commands: terminal.wall is open" }];
  const { findProfileJail } = await import("@hermes/jail");
  const found = await findProfileJail();
  if (found.jail === undefined) {
    const message = `nothing holds commands, so that more of them are asked about: ${found.reason}`;
    return [{ name, status: "warning", message, hint: found.hint }];
  }
  const { name: kind, gaps } = found.jail;
  found.jail.close();
  const opened = await wall();
  if (opened === undefined) {
    const message = `nothing holds commands, so that more of them are asked about: ${kind} starts, but commands behind it don't work`;
    return [{ name, status: "warning", message, hint: "Work in a container, or on Linux." }];
  }
  const network = (await opened.guard())?.network;
  const reach = network === "listed" ? "listed hosts" : "the network of this machine";
  const message = `commands are held to the workspace and ${reach} (${[kind, ...gaps].join("; ")})`;
  return [
    gaps.length === 0 && network === terminal.network
      ? ok(name, message)
      : { name, status: "warning", message },
  ];
}

/** At which level scripts run; where a jail is demanded and there is none, the failure says what to do. */
async function checkCode({ codeIsolation }: RuntimeParts): Promise<readonly Diagnosis[]> {
  const name = "code";
  const { jail, withoutJail, hint } = await codeIsolation();
  if (jail.level === "jail") {
    const message = `scripts run in a jail (${[jail.name, ...jail.gaps].join("; ")})`;
    return jail.gaps.length === 0 ? [ok(name, message)] : [{ name, status: "warning", message }];
  }
  if (jail.level === "deno") {
    const message = `scripts run in Deno, and in JavaScript alone: ${withoutJail ?? "there is no jail"}`;
    return [{ name, status: "warning", message, hint }];
  }
  const why = withoutJail ?? "code_execution.isolation is process";
  return [{ name, status: "warning", message: `scripts run as ordinary processes: ${why}`, hint }];
}

async function checkContext({ cwd, agentFiles }: RuntimeParts): Promise<readonly Diagnosis[]> {
  const workspaceRoot = findWorkspace(cwd).root;
  const leftOut: string[] = [];
  const warn = (message: string): void => void leftOut.push(message);
  const admit = admitContext({
    files: agentFiles,
    approver: undefined,
    sessionId: async () => "doctor",
    warn,
  });
  const found = await readContextFiles({ cwd, workspaceRoot, admit });
  const { files } = found;
  const warnings = [...leftOut, ...found.warnings];
  const message =
    files.length === 0
      ? "none in this folder"
      : files.map(({ name, text }) => `${name} (${text.length} characters)`).join(", ");
  return [
    ok("context files", message),
    ...warnings.map((warning) => ({ name: "context files", status: "warning", message: warning }) as const),
  ];
}

async function checkSkills(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const { diagnoseSkills } = await import("./skills/diagnose-skills.ts");
  return await diagnoseSkills(parts);
}

async function checkMemory(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const { diagnoseMemory } = await import("./memory/diagnose-memory.ts");
  return await diagnoseMemory(parts);
}

async function checkTools(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const registry = await buildToolsOutside(parts);
  const toolsets = await registry.toolsets();
  const missing = toolsets.flatMap(({ name, unavailable }) =>
    [...new Set(unavailable.map(({ reason }) => reason))].map((reason): Diagnosis => {
      const tools = unavailable.filter((each) => each.reason === reason).map(({ tool }) => tool);
      const named = tools.length > 3 ? `${tools.length} tools` : tools.join(", ");
      return { name: `toolset ${name}`, status: "warning", message: `${named} can't be used: ${reason}` };
    }),
  );
  return [ok("tools", registry.names().join(", ")), ...missing];
}

async function checkWeb(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const { search } = await parts.web();
  const { search_backend: wanted } = parts.options.loaded.settings.web;
  return [ok("web", `searches by ${wanted === "auto" ? search.configured().join(", ") : wanted}`)];
}

/** Trying commands on a copy is what makes a question easy to answer; without it one asks all the same. */
async function checkTrials(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const [{ openStager }, backend] = await Promise.all([
    import("./permissions/open-stager.ts"),
    parts.backend(),
  ]);
  const { home } = parts.options.loaded;
  const stager = await openStager({ backend, home, homedir: parts.homedir, spans: parts.spans });
  const reason = stager === undefined ? `not with the backend ${backend.kind}` : await stager.unavailable();
  if (reason === undefined) return [ok("trials", "commands can be tried on a copy before they are allowed")];
  const hint = "Commands are asked about without a trial. On Linux it needs bubblewrap and overlayfs.";
  return [{ name: "trials", status: "warning", message: reason, hint }];
}

async function checkMcp(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const mcp = await parts.mcp();
  if (mcp.reports().length === 0) return [];
  const { diagnoseMcp, openHomeMcp } = await import("./mcp/use-servers.ts");
  const home = await openHomeMcp(parts, mcp, async () => await buildToolsOutside(parts));
  return diagnoseMcp(await home.list());
}

async function checkHooks(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const { home } = parts.options.loaded;
  if (!namesHooks(parts) && !existsSync(join(home, "hooks"))) return [];
  const [{ openHomeHooks }, { diagnoseHooks }] = await Promise.all([
    import("./hooks/open-home-hooks.ts"),
    import("./hooks/diagnose-hooks.ts"),
  ]);
  return diagnoseHooks(await (await openHomeHooks(parts)).list());
}

async function checkChosen(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const { diagnoseChosen } = await import("./plugins/providers/diagnose-chosen.ts");
  return await diagnoseChosen(parts);
}

async function checkPlugins(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  if (!namesPlugins(parts)) return [];
  const [plugins, { diagnosePlugins }] = await Promise.all([
    parts.plugins(),
    import("./plugins/use-plugins.ts"),
  ]);
  return diagnosePlugins(plugins.found.map((found) => plugins.report(found)));
}

async function checkPermissions(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const permissions = await parts.permissions();
  const { rules, findingRules, grants, problems } = await permissions.rules();
  const mode = permissions.mode();
  const count = rules.length + findingRules.length;
  const message = `mode ${mode}; ${count} rules, ${grants.length} lasting approvals`;
  const changes = await (await parts.seal()).changes();
  const changed = changes.map(({ path }) => ({
    name: "permissions",
    status: "warning" as const,
    message: `${path} was changed while a session was open; what it held before counts`,
    hint: "To see the change and take it up: hermes permissions seal",
  }));
  if (problems.length > 0) {
    return problems.map((problem) => ({
      name: "permissions",
      status: "failed",
      message: problem,
      hint: "Until it is corrected, everything that acts asks.",
    }));
  }
  if (mode !== "yolo") return [ok("permissions", message), ...changed];
  return [
    ...changed,
    {
      name: "permissions",
      status: "warning",
      message: `${message}. Only hard limits and your own rules stop a call`,
    },
  ];
}

function ok(name: string, message: string): Diagnosis {
  return { name, status: "ok", message };
}
