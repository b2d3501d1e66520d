import { homedir } from "node:os";
import type { OpenSession } from "@hermes/runtime";
import type { Style } from "../render/style.ts";
import { bannerLines } from "../screen/banner-lines.ts";
import { version } from "../version.ts";

export interface BannerOptions {
  readonly cwd: string;
  /** Undefined: the default one. */
  readonly profile?: string | undefined;
  readonly columns: number;
  readonly style: Style;
}

/** With whom one talks, and where: what is known without loading anything. */
export function banner(
  { id, model }: Pick<OpenSession, "id" | "model">,
  { cwd, profile, ...layout }: BannerOptions,
): readonly string[] {
  const facts = { version: version(), model: model.id, provider: model.provider, sessionId: id, profile };
  return bannerLines({ ...facts, folder: shortPath(cwd) }, layout);
}

function shortPath(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
