import type { ColorRole } from "../render/look.ts";

/** Colours and signs of a terminal, as a file has them. What is absent is as in the skin that it extends. */
export interface Skin {
  readonly name: string;
  readonly description: string;
  /** What it is made for; undefined: either. */
  readonly background?: "dark" | "light" | undefined;
  /** `#rrggbb` */
  readonly colors: Readonly<Partial<Record<ColorRole, string | undefined>>>;
  readonly spinner: {
    readonly faces?: readonly string[] | undefined;
    readonly verbs?: readonly string[] | undefined;
  };
  readonly branding: { readonly name?: string | undefined; readonly prompt?: string | undefined };
  readonly toolPrefix?: string | undefined;
  readonly toolEmojis: Readonly<Record<string, string>>;
  readonly banner?: readonly string[] | undefined;
}

/** A skin over the one that it extends. Lists are taken whole. */
export function extendSkin(base: Skin, skin: Skin): Skin {
  return {
    name: skin.name,
    description: skin.description,
    background: skin.background ?? base.background,
    colors: { ...base.colors, ...skin.colors },
    spinner: {
      faces: skin.spinner.faces ?? base.spinner.faces,
      verbs: skin.spinner.verbs ?? base.spinner.verbs,
    },
    branding: {
      name: skin.branding.name ?? base.branding.name,
      prompt: skin.branding.prompt ?? base.branding.prompt,
    },
    toolPrefix: skin.toolPrefix ?? base.toolPrefix,
    toolEmojis: { ...base.toolEmojis, ...skin.toolEmojis },
    banner: skin.banner ?? base.banner,
  };
}
