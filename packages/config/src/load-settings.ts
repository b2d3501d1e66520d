import { isAbsolute, join, normalize } from "node:path";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { checkSettings } from "./check-settings.ts";
import type { CheckedSettings } from "./check-settings.ts";
import { homeFrom, ignoresConfig, userFolderFrom } from "./environment.ts";
import { expandHome } from "./expand-home.ts";
import type { ParsedConfig } from "./parse-config.ts";
import { openConfigCache } from "./config-cache.ts";
import type { LoadedSettings, SettingsTexts } from "./loaded-settings.ts";
import { findingOf } from "./settings-finding.ts";
import type { SettingsTree } from "./settings-tree.ts";

export interface LoadSettingsOptions {
  /** The environment of the process; wins over the one in `.env`. */
  readonly env: Environment;
  /** The person's own folder: `.hermes` lies in it, and `~` stands for it. @default what the environment or the system says */
  readonly homedir?: string | undefined;
  /**
   * Keeps what `config.yaml` was read as in the home's `cache`, so that the next start is quicker. The home is not made
   * for it. @default false
   */
  readonly remember?: boolean | undefined;
  /**
   * Problems are no error but `findings`: for whoever corrects them. Where the file has one, all that it says counts as if it
   * did not stand there. @default false
   */
  readonly allowProblems?: boolean | undefined;
  /** Must reject as `node:fs` does. @default reads the file as UTF-8 */
  readonly readFile?: ((path: string) => Promise<string>) | undefined;
}

type ReadFile = (path: string) => Promise<string>;

/**
 * Reads the settings: the environment over `config.yaml` over defaults. Writes nothing unless told to `remember`;
 * neither the folder nor a file needs to exist.
 *
 * @throws {HermesError} `CONFIG_INVALID` with every problem and its place, `CONFIG_UNREADABLE` when a file is there
 * and can't be read.
 */
export async function loadSettings(options: LoadSettingsOptions): Promise<LoadedSettings> {
  const { readFile = readText, allowProblems = false } = options;
  const texts = new Map<string, string | undefined>();
  const read = async (path: string): Promise<string | undefined> => {
    const text = await readIfPresent(path, readFile);
    texts.set(path, text);
    return text;
  };
  const homedir =
    options.homedir ?? userFolderFrom(options.env) ?? process.getBuiltinModule("node:os").homedir();
  const home = findHome(options.env, homedir);
  const configPath = join(home, "config.yaml");
  const envPath = join(home, ".env");
  const env = await mergeEnvironment(options.env, await read(envPath));
  const text = ignoresConfig(env) ? undefined : await read(configPath);
  const check = (config: ParsedConfig | undefined): CheckedSettings =>
    checkSettings({ config, configPath, env, homedir, allowProblems });
  const remembered =
    options.remember === true && text !== undefined
      ? openConfigCache(join(home, "cache", "config.json"))
      : undefined;
  const known = text === undefined ? undefined : remembered?.find(text);
  const quick = known && checkKnown(known, check);
  const { findings, ...checked } = quick ?? (await (allowProblems ? checkAll(text) : checkText(text)));
  const again = async (others: SettingsTexts): Promise<LoadedSettings> =>
    await loadSettings({
      ...options,
      homedir,
      remember: false,
      readFile: async (path) => readFrom(others, path),
    });
  const source = { texts, again, ...(quick === undefined ? {} : { remembered: known }) };
  return { home, configPath, envPath, env, ...checked, ...(allowProblems ? { findings } : {}), source };

  async function checkText(written: string | undefined): Promise<CheckedSettings> {
    return check(await parse(written));
  }

  /** A file that can't be understood is a problem like any other. */
  async function checkAll(written: string | undefined): Promise<CheckedSettings> {
    try {
      return await checkText(written);
    } catch (error) {
      const finding = findingOf(error, configPath);
      if (finding === undefined) throw error;
      const others = check(undefined);
      return { ...others, findings: [finding, ...others.findings] };
    }
  }

  async function parse(source: string | undefined): Promise<ParsedConfig | undefined> {
    if (source === undefined) return undefined;
    // The parser costs more than everything else here, and most people have no file.
    const { parseConfig } = await import("./parse-config.ts");
    const config = parseConfig(source, configPath);
    remembered?.note(source, config.tree);
    return config;
  }
}

/** Undefined where something is to be said: it needs the lines, which only the parser knows. */
function checkKnown(
  tree: SettingsTree,
  check: (config: ParsedConfig) => CheckedSettings,
): CheckedSettings | undefined {
  let needsLines = false;
  const lineOf = (): undefined => {
    needsLines = true;
  };
  try {
    const checked = check({ tree, lineOf });
    return needsLines ? undefined : checked;
  } catch {
    return undefined;
  }
}

/**
 * The home that an environment names; `~/.hermes` without one. Looks at nothing but the environment.
 *
 * @throws {HermesError} `CONFIG_INVALID` for a path that is not absolute.
 */
export function homeOf(env: Environment): string {
  return findHome(env, userFolderFrom(env) ?? process.getBuiltinModule("node:os").homedir());
}

function findHome(env: Environment, homedir: string): string {
  const named = homeFrom(env);
  if (named === undefined) return join(homedir, ".hermes");
  const home = expandHome(named, homedir);
  // Relative to what? The folder a program starts in is not always the one the person is in.
  if (!isAbsolute(home)) {
    const hint = "Give the whole path, or one that starts with ~.";
    throw new HermesError(`HERMES_HOME is "${named}", which is not an absolute path.`, {
      code: "CONFIG_INVALID",
      hint,
    });
  }
  return normalize(home);
}

async function mergeEnvironment(env: Environment, dotenv: string | undefined): Promise<Environment> {
  if (dotenv === undefined) return env;
  const merged: Record<string, string | undefined> = process
    .getBuiltinModule("node:util")
    .parseEnv(dotenv.replace(/^\uFEFF/, ""));
  for (const [name, value] of Object.entries(env)) if (value !== undefined) merged[name] = value;
  return merged;
}

/** The text of a file; undefined when there is none. */
async function readIfPresent(path: string, readFile: ReadFile): Promise<string | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
    throw new HermesError(`Cannot read ${path}: ${reason}.`, {
      code: "CONFIG_UNREADABLE",
      hint: "Make it a file that you may read, or move it away.",
      cause: error,
    });
  }
}

function readFrom(texts: SettingsTexts, path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw Object.assign(new Error(`${path} is not there`), { code: "ENOENT" });
  return text;
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: "it is a folder",
  EACCES: "you may not read it",
  EPERM: "you may not read it",
  ELOOP: "it is a link that leads in a circle",
};

// One synchronous look is quicker than a thread's: both files are small, and mostly not there.
function readText(path: string): Promise<string> {
  const { readFileSync, statSync } = process.getBuiltinModule("node:fs");
  return new Promise((resolve, reject) => {
    try {
      statSync(path);
      resolve(readFileSync(path, "utf8"));
    } catch (error) {
      reject(error);
    }
  });
}
