/** What a colour is used for. */
export const colorRoles = [
  "accent",
  "dim",
  "error",
  "warning",
  "success",
  "code",
  "mark",
  "added",
  "removed",
] as const;

export type ColorRole = (typeof colorRoles)[number];

/** Signs of a terminal, none with control characters. */
export interface Signs {
  /** In front of what the person types. */
  readonly prompt: string;
  /** In front of what the agent does. */
  readonly tool: string;
  /** By name of the tool, in place of its own. */
  readonly emojis: Readonly<Record<string, string>>;
  /** The name in the banner. */
  readonly name: string;
  /** Lines above the banner. */
  readonly banner: readonly string[];
}

/** How a terminal is dressed. */
export interface Look {
  readonly paints: Readonly<Partial<Record<ColorRole, (text: string) => string>>>;
  readonly signs: Signs;
  readonly spinner: {
    readonly faces?: readonly string[] | undefined;
    readonly verbs?: readonly string[] | undefined;
  };
}

export const defaultSigns: Signs = { prompt: "›", tool: "┊", emojis: {}, name: "Hermes", banner: [] };

/** The look of one screen, which can change while it is open. */
export interface Dress {
  /** Undefined: the default one. */
  look: Look | undefined;
}
