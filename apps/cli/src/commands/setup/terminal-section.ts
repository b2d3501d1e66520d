import type { SettingChange, Settings } from "@hermes/config";
import { HermesError } from "@hermes/registry/errors";
import { checkBackend, type BackendFinding, type OpenBackendOptions } from "@hermes/terminal-backends";
import { usageError } from "../../failure.ts";
import type { Host } from "../../host.ts";
import type { Choice } from "../../prompt/question.ts";
import type { SetupDesk } from "./setup-desk.ts";
import type { SetupFlags } from "./setup-flags.ts";
import type { AppliedSection, SectionState, SetupSection } from "./setup-section.ts";
import { backends, questionsOf, type Backend } from "./terminal-questions.ts";
import { withHomeRuntime, loadHome } from "./with-home-runtime.ts";
import { withProgress } from "./with-progress.ts";

type Terminal = Settings["terminal"];

/** Where commands run, tried before it is written. */
export function terminalSection(host: Host): SetupSection {
  return {
    name: "terminal",
    title: "Terminal",
    state: async () => await stateOf(host),
    ask: async (desk) => await askBackend(desk),
    apply: async (flags) => await applyBackend(host, flags),
  };
}

async function stateOf(host: Host): Promise<SectionState> {
  const { terminal } = (await loadHome(host)).settings;
  return { isSet: true, text: `commands run ${labelOf(terminal.backend)}` };
}

function labelOf(kind: string): string {
  return isBuiltin(kind) ? backends[kind].toLowerCase() : `in ${kind}, of a plug-in`;
}

function isBuiltin(kind: string): kind is Backend {
  return Object.hasOwn(backends, kind);
}

async function askBackend(desk: SetupDesk): Promise<boolean> {
  const { host } = desk;
  const { settings } = await loadHome(host);
  const { backend } = settings.terminal;
  const kinds = Object.keys(backends).filter(isBuiltin);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until one works, or the person has enough
    const kind = await chooseKind(desk, kinds, backend);
    if (kind === undefined) return false;
    // oxlint-disable-next-line no-await-in-loop
    const answers = await questionsOf(kind, desk, settings.terminal);
    if (answers === undefined) continue;
    const terminal = { ...settings.terminal, ...answers };
    // oxlint-disable-next-line no-await-in-loop
    const isKept = await triedOrKept(desk, kind, terminal);
    if (isKept === undefined) return false;
    if (!isKept) continue;
    const changes = changesTo(kind, answers, settings.terminal);
    if (changes.length === 0) return false;
    // oxlint-disable-next-line no-await-in-loop
    await write(host, changes);
    return true;
  }
}

async function chooseKind(
  desk: SetupDesk,
  kinds: readonly Backend[],
  now: string,
): Promise<Backend | undefined> {
  const { host } = desk;
  const found = await withProgress(host, "looking what this machine has", async () => {
    const [wall, docker] = await Promise.all([wallHere(), check(host, "docker")]);
    const local = wall.name === undefined ? "nothing would hold commands" : `behind a wall (${wall.name})`;
    return { local, docker: docker.status === "failed" ? "does not answer here" : docker.message };
  });
  const details: Readonly<Partial<Record<Backend, string>>> = found;
  const choices = kinds.map((kind): Choice => ({
    id: kind,
    label: kind === now ? `${backends[kind]} (as now)` : backends[kind],
    detail: details[kind],
  }));
  const answer = await desk.choose("Where shall commands run?", {
    ...{ choices, preset: isBuiltin(now) ? now : undefined },
  });
  return kinds.find((kind) => answer?.type === "choice" && kind === answer.id);
}

/** What would hold commands on this machine, or why nothing does. */
async function wallHere(): Promise<{
  readonly name?: string | undefined;
  readonly missing?: string | undefined;
}> {
  const { findProfileJail } = await import("@hermes/jail");
  const found = await findProfileJail();
  if (found.jail === undefined) return { missing: `${found.reason} ${found.hint}` };
  const { name } = found.jail;
  found.jail.close();
  return { name };
}

/** Whether what was chosen works, or is wanted all the same. Undefined: the person passes over it. */
async function triedOrKept(desk: SetupDesk, kind: Backend, terminal: Terminal): Promise<boolean | undefined> {
  if (kind === "local") {
    const { missing } = await wallHere();
    if (missing !== undefined)
      desk.say(`Nothing holds commands here, so that more of them are asked about: ${missing}`);
    else if (terminal.wall === "open")
      desk.say("Nothing holds commands: terminal.wall is open in your settings.");
    return true;
  }
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- tried again after something was put right
    const { status, message, hint = "" } = await tried(desk.host, kind, terminal);
    desk.say(`${message} ${hint}`.trim());
    if (status !== "failed") return true;
    // oxlint-disable-next-line no-await-in-loop
    const answer = await desk.choose("Nothing was written. What now?", {
      choices: [
        { id: "again", label: "Try again" },
        { id: "other", label: "Choose another place" },
        { id: "keep", label: "Keep it anyway" },
        { id: "skip", label: "Skip this step" },
      ],
    });
    if (answer?.type !== "choice" || answer.id === "skip") return undefined;
    if (answer.id !== "again") return answer.id === "keep";
  }
}

async function tried(host: Host, kind: Backend, terminal: Terminal): Promise<BackendFinding> {
  return await withProgress(host, `trying ${kind}`, async () => await check(host, kind, terminal));
}

async function check(host: Host, kind: Backend, terminal?: Terminal): Promise<BackendFinding> {
  const { env } = await loadHome(host);
  const { ssh_host: address } = terminal ?? {};
  const options: OpenBackendOptions = {
    ...{ hostFolder: host.cwd, env, binary: terminal?.docker_binary, image: imageOf(kind, terminal) },
    ssh: address === undefined ? undefined : sshOf(address, terminal),
  };
  return await checkBackend(kind, options);
}

function imageOf(kind: Backend, terminal: Terminal | undefined): string | undefined {
  const images: Readonly<Partial<Record<Backend, string | undefined>>> = {
    docker: terminal?.docker_image,
    singularity: terminal?.singularity_image,
    modal: terminal?.modal_image,
    daytona: terminal?.daytona_image,
    "vercel-sandbox": terminal?.vercel_image,
  };
  return images[kind];
}

function sshOf(host: string, terminal: Terminal | undefined): OpenBackendOptions["ssh"] {
  return {
    host,
    user: terminal?.ssh_user,
    port: terminal?.ssh_port,
    keyFile: terminal?.ssh_key,
    hostKeys: terminal?.ssh_host_keys,
    knownHostsFile: terminal?.ssh_known_hosts,
  };
}

function changesTo(
  kind: Backend,
  answers: Readonly<Record<string, string | number | boolean>>,
  before: Terminal,
): readonly SettingChange[] {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.entries({ ...answers, backend: kind })
    .filter(([name, value]) => was.get(name) !== value)
    .map(([name, value]) => ({ path: ["terminal", name], value }));
}

async function write(host: Host, changes: readonly SettingChange[]): Promise<void> {
  await withHomeRuntime(host, async ({ settings }) => await settings.change(changes));
}

/** @throws {HermesError} `CLI_SETUP_BACKEND_FAILED` where it does not work. Nothing is written then. */
async function applyBackend(host: Host, { backend, check: isChecked }: SetupFlags): Promise<AppliedSection> {
  const { settings, configPath } = await loadHome(host);
  const kind = backend ?? settings.terminal.backend;
  if (backend === undefined && !isBuiltin(kind))
    return {
      lines: [`Terminal: commands run ${labelOf(kind)}.`],
      facts: { backend: kind, checked: false, changed: false },
    };
  if (!isBuiltin(kind))
    throw usageError(`There is no backend "${backend}". There are ${Object.keys(backends).join(", ")}.`);
  const found =
    isChecked === false || kind === "local" ? undefined : await tried(host, kind, settings.terminal);
  if (found?.status === "failed")
    throw new HermesError(found.message, {
      code: "CLI_SETUP_BACKEND_FAILED",
      hint: `${found.hint ?? ""} Nothing was written; --no-check writes it all the same.`.trim(),
    });
  const changes = changesTo(kind, {}, settings.terminal);
  if (changes.length > 0) await write(host, changes);
  return {
    lines: [
      `Terminal: commands run ${labelOf(kind)}.`,
      ...(changes.length > 0 ? [`Written: ${configPath}`] : []),
    ],
    facts: { backend: kind, checked: found !== undefined, changed: changes.length > 0 },
  };
}
