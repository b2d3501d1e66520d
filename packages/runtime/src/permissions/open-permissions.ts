import type { Settings } from "@hermes/config";
import type { AgentFiles } from "@hermes/command-safety";
import type { Permissions, ToolSource, Wall, WrittenFiles } from "@hermes/permissions";
import type { State } from "@hermes/state";
import type { Backend } from "@hermes/terminal-backends";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isBuiltinBackend } from "../backend/builtin-backends.ts";
import type { OpenWall } from "../backend/open-wall.ts";
import { findWorkspace } from "../find-workspace.ts";
import type { SessionMeters } from "../spending/session-meters.ts";
import type { SharedSkills } from "../skills/shared-skills.ts";
import type { Lazy } from "../lazy.ts";
import type { RuntimeContext } from "../runtime-context.ts";
import type { SessionProcesses } from "../processes/session-processes.ts";
import { rulesPathIn } from "../seal/sealed-files.ts";
import { sealedRules } from "../seal/sealed-rules.ts";
import type { HomeSeal } from "../seal/home-seal.ts";
import type { TouchedPaths } from "../prompt/touched-paths.ts";
import { createCallClassifier } from "./call-classifier.ts";
import type { AgentSpans } from "./agent-spans.ts";
import { scriptOrigins } from "./script-origins.ts";
import { storedApprovals } from "./stored-approvals.ts";

/** What permissions need of the other parts. */
export interface PermissionParts extends Pick<
  RuntimeContext,
  "options" | "cwd" | "env" | "homedir" | "warn" | "credentials" | "givenProviders"
> {
  readonly backend: Lazy<Backend>;
  readonly wall: Lazy<OpenWall | undefined>;
  readonly processes: SessionProcesses;
  readonly state: Lazy<State>;
  readonly written: WrittenFiles;
  readonly spans: AgentSpans;
  readonly agentFiles: AgentFiles;
  /** Every tool that there is, whose actions rules may name. */
  readonly tools: () => Promise<ToolSource>;
  readonly sharedSkills: Lazy<SharedSkills>;
  readonly redactor: Lazy<(text: string) => string>;
  readonly seal: Lazy<HomeSeal>;
  readonly touched: TouchedPaths;
  readonly meters: SessionMeters;
}

/** Puts the permissions together for this person in this folder. Loaded with the first call of a tool. */
export async function openPermissions(parts: PermissionParts): Promise<Permissions> {
  const { options, cwd, env, homedir, warn } = parts;
  const { loaded, flags = {} } = options;
  const { settings, home } = loaded;
  const [{ createPermissions, parseMode }, { openStager }, backend, wall] = await Promise.all([
    import("@hermes/permissions"),
    import("./open-stager.ts"),
    parts.backend(),
    wallOf(parts),
  ]);
  const { timeout } = settings.approvals;
  return createPermissions({
    places: { workspace: findWorkspace(cwd).root, home, homedir, scratch: env["TMPDIR"] },
    backend: {
      kind: backend.kind,
      isolated: backend.capabilities.isolated,
      mounts: backend.mounts,
      forwarded: backend.forwarded,
    },
    resolve: (path, taskId) => backend.resolve(path, { taskId }),
    wall,
    reading: isHeld(wall, backend, settings) ? "open" : "closed",
    written: flags.keepNothing === true ? parts.written : asFarAsStored(parts.written, home),
    checkUrl: async (url, signal, { lookUp } = {}) => {
      const { checkUrl } = await import("@hermes/permissions");
      const { allow, reason } = await checkUrl(url, {
        ...{ allow: settings.network.allow_private, resolve: options.resolveHost, lookUp, signal },
      });
      return allow ? undefined : reason;
    },
    rulesPath: rulesPathIn(home),
    seal: sealedRules({ ...parts, path: rulesPathIn(home) }),
    section: settings.permissions,
    settingsFile: "config.yaml",
    allowlist: settings.command_allowlist,
    mode: flags.yolo === true ? "yolo" : (parseMode(flags.mode ?? "") ?? settings.approvals.mode),
    searchPath: env["PATH"],
    tools: parts.tools,
    scripts: {
      agent: parts.agentFiles,
      originOf: scriptOrigins(loaded.home, async () => (await parts.sharedSkills()).use),
    },
    readText: (path, access) => readText(backend, path, access),
    classifier: createCallClassifier(parts),
    stager: await openStager({ backend, home, homedir, spans: parts.spans }),
    approvals: storedApprovals(parts.state),
    onTouch: (touch) => parts.touched.note(touch),
    record: async (decision) => {
      const { audit, readOnly } = await parts.state();
      if (!readOnly) audit.record(decision);
    },
    redact: parts.redactor,
    approvalTimeoutMs: timeout === undefined ? undefined : timeout * 1_000,
    onWarning: warn,
  });
}

/** To explain a call makes no store; where there is none yet, nothing was noted. */
function asFarAsStored(written: WrittenFiles, home: string): WrittenFiles {
  const isEmpty = async (): Promise<boolean> =>
    !existsSync(join(home, "hermes.db")) || (await written.isEmpty());
  return { ...written, isEmpty };
}

/**
 * Whether commands are held by something else than their reading. Who has chosen to have no wall is not asked more for it. Of the place
 * of a plug-in nothing is known: it may be this machine.
 */
function isHeld(wall: Wall | undefined, { kind }: Backend, { terminal }: Settings): boolean {
  const isElsewhere = kind !== "local" && isBuiltinBackend(kind);
  return wall !== undefined || isElsewhere || terminal.wall === "open";
}

async function wallOf({ wall, processes }: PermissionParts): Promise<Wall | undefined> {
  const guard = await (await wall())?.guard();
  if (guard === undefined) return undefined;
  return {
    ...guard,
    profileOf: async ({ taskId, id }) => (await (await processes.table()).find(taskId, id))?.record.wall,
  };
}

const maxShownBytes = 2_000_000;

/** The text of a file for a diff; undefined where there is none that can be shown. */
async function readText(
  backend: Backend,
  path: string,
  access: { readonly taskId: string; readonly signal: AbortSignal },
): Promise<string | undefined> {
  try {
    const bytes = await backend.readFile(path, { ...access, maxBytes: maxShownBytes });
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    access.signal.throwIfAborted();
    return undefined;
  }
}
