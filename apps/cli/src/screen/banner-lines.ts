import { counted } from "../render/count-of.ts";
import { columnsOf, oneLine } from "../render/fit.ts";
import { joined } from "../render/joined.ts";
import type { Style } from "../render/style.ts";

/** What is there when a session begins. */
export interface BannerFacts {
  readonly version: string;
  readonly model: string;
  readonly provider: string;
  readonly sessionId: string;
  /** As a person writes it, such as `~/project`. */
  readonly folder: string;
  readonly mode?: string | undefined;
  /** Undefined: the default one. */
  readonly profile?: string | undefined;
  /** Where commands run, and what holds them: `local, behind the wall`. */
  readonly backend?: string | undefined;
  readonly tools?: number | undefined;
  /** As many as `hermes skills list` shows. */
  readonly skills?: number | undefined;
}

/** Three to six lines that say with whom one talks, where, and with what at hand. */
export function bannerLines(
  facts: BannerFacts,
  { columns, style }: { readonly columns: number; readonly style: Style },
): readonly string[] {
  const { version, model, provider, sessionId, folder, mode, profile, backend, tools, skills } = facts;
  const { name, banner: drawn } = style.signs;
  const art = drawn.every((line) => columnsOf(line) <= columns) ? drawn : [];
  const groups = [
    [
      model,
      provider,
      ...(mode === undefined ? [] : [`mode ${mode}`]),
      ...(profile === undefined ? [] : [`profile ${profile}`]),
    ],
    [folder, ...(backend === undefined ? [] : [backend])],
    [
      ...(tools === undefined ? [] : [counted(tools, "tool")]),
      ...(skills === undefined ? [] : [counted(skills, "skill")]),
      "/help",
      // Who has no room looks it up.
      ...(columns < 52 ? [] : [`session ${sessionId}`]),
    ],
  ];
  return [
    ...art.map(style.cyan),
    style.bold(`${name} ${version}`),
    ...groups.flatMap((group) => joined(group.map(oneLine), { columns })).map(style.dim),
  ];
}
