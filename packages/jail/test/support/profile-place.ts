import { spawn } from "node:child_process";
import type { StdioOptions } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { findProfileJail, workspaceProfile } from "../../src/index.ts";
import type { JailProfile, ProfileJailSearch, WorkspaceProfileOptions } from "../../src/index.ts";

const checkout = join(import.meta.dirname, "../../../..");
export const isInTmp: boolean = checkout.startsWith("/tmp/");

export const found: ProfileJailSearch | undefined =
  process.platform === "linux" ? showingCheckout(await findProfileJail()) : undefined;
export const missing: string | undefined =
  found === undefined
    ? "needs Linux"
    : found.jail === undefined
      ? `needs a jail: ${found.reason}`
      : undefined;

/** The checkout, and the Node in it, may lie in /tmp, which jails have of their own. */
function showingCheckout(search: ProfileJailSearch): ProfileJailSearch {
  const { jail } = search;
  if (jail === undefined || !isInTmp) return search;
  return {
    ...search,
    jail: {
      ...jail,
      enter: (profile, command, options) =>
        jail.enter({ ...profile, readable: [...profile.readable, checkout] }, command, options),
    },
  };
}

/** A throw-away home and a workspace, outside of /tmp unless told otherwise, as every jail has a /tmp of its own. */
export class ProfilePlace implements Disposable {
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  readonly hermesHome: string;
  readonly scratch: string;

  constructor(folder = "/var/tmp") {
    this.root = realpathSync(mkdtempSync(join(folder, "hermes-profile-")));
    this.home = join(this.root, "home");
    this.workspace = join(this.root, "work");
    this.hermesHome = join(this.home, ".hermes");
    this.scratch = join(this.root, "scratch");
    for (const folder of [this.home, this.workspace, this.hermesHome, this.scratch]) mkdirSync(folder);
  }

  /** Path below the root. */
  path(name: string): string {
    return join(this.root, name);
  }

  write(name: string, text: string): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  get options(): WorkspaceProfileOptions {
    const { workspace, home, hermesHome, scratch } = this;
    return { workspace, home, hermesHome, scratch, env: {} };
  }

  get profile(): JailProfile {
    return workspaceProfile(this.options);
  }

  get env(): Readonly<Record<string, string>> {
    return { PATH: process.env["PATH"] ?? "", HOME: this.home, WS: this.workspace, LANG: "C.UTF-8" };
  }

  /** Every file below a folder with its text, its mode and what a link says. */
  snapshot(name: string): Readonly<Record<string, string>> {
    const folder = this.path(name);
    const own = statSync(folder);
    if (!own.isDirectory()) return { ".": `${own.mode.toString(8)} ${readFileSync(folder, "utf8")}` };
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
    return Object.fromEntries(
      names.map((each) => {
        const stats = statSync(join(folder, each), { throwIfNoEntry: false });
        const text = stats?.isFile() === true ? readFileSync(join(folder, each), "utf8") : "";
        return [each, `${stats?.mode.toString(8)} ${text}`];
      }),
    );
  }

  [Symbol.dispose](): void {
    chmodSync(this.root, 0o700);
    rmSync(this.root, { recursive: true, force: true });
  }
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | undefined;
  readonly stdio?: StdioOptions | undefined;
}

export async function run(
  command: readonly string[],
  { cwd, env, input = "", stdio }: RunOptions,
): Promise<Ended> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: stdio ?? "pipe",
    timeout: 30_000,
    killSignal: "SIGKILL",
  });
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  child.stdin?.on("error", () => undefined).end(input);
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, ...output }));
  });
}

/** Runs a command behind a profile, the place's own unless another is given. */
export async function jailed(
  place: ProfilePlace,
  command: readonly string[],
  { profile = place.profile, ...options }: { readonly profile?: JailProfile } & Partial<RunOptions> = {},
): Promise<Ended> {
  if (found?.jail === undefined) throw new Error("There is no jail.");
  const line = found.jail.enter(profile, command);
  return await run(line, { cwd: place.workspace, env: place.env, ...options });
}

export async function jailedScript(
  place: ProfilePlace,
  script: string,
  profile?: JailProfile,
): Promise<Ended> {
  return await jailed(place, ["bash", "-c", script], profile === undefined ? {} : { profile });
}
