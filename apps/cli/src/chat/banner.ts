import { homedir } from "node:os";
import type { OpenSession } from "@hermes/runtime";
import { fit, oneLine } from "../render/fit.ts";
import { version } from "../version.ts";

export interface BannerOptions {
  readonly cwd: string;
  readonly columns: number;
}

/** Two lines that say with whom one talks, and where. */
export function banner(
  { id, model }: Pick<OpenSession, "id" | "model">,
  { cwd, columns }: BannerOptions,
): readonly string[] {
  const lines = [
    `Hermes ${version()} · ${model.id} · ${model.provider}`,
    `session ${id} · /help · ${shortPath(cwd)}`,
  ];
  return lines.map((line) => fit(oneLine(line), columns));
}

function shortPath(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
