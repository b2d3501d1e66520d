import { join } from "node:path";
import type { Environment } from "@hermes/registry";

/** Where programs and fonts are, the language, and the screen: nothing that could be a secret. */
const inherited: readonly string[] = [
  "PATH",
  "Path",
  "LANG",
  "LANGUAGE",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "FONTCONFIG_FILE",
  "FONTCONFIG_PATH",
  "LD_LIBRARY_PATH",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "XDG_RUNTIME_DIR",
  "SystemRoot",
  "SYSTEMROOT",
  "WINDIR",
  "COMSPEC",
  "PROGRAMFILES",
  "PROGRAMFILES(X86)",
  "PROGRAMDATA",
];

/** What the processes of a browser are given; they write into the one folder alone. */
export function browserEnvironment(env: Environment, folder: string): Record<string, string> {
  const kept = inherited.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    HOME: folder,
    USERPROFILE: folder,
    LOCALAPPDATA: folder,
    APPDATA: folder,
    TMPDIR: folder,
    TEMP: folder,
    TMP: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_CACHE_HOME: join(folder, "cache"),
  };
}
