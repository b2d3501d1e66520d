import { homedir } from "node:os";
import type { OpenSession } from "@hermes/runtime";
import { fit } from "../render/fit.ts";
import { version } from "../version.ts";

/** Two lines that say with whom one talks, and where. */
export function banner(
  { id, model }: OpenSession,
  { cwd, columns }: { cwd: string; columns: number },
): readonly string[] {
  return [
    `Hermes ${version()} · ${model.id} · ${model.provider}`,
    `${shortPath(cwd)} · session ${id} · /help`,
  ].map((line) => fit(line, columns));
}

function shortPath(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
