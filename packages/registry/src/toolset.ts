/** A named bundle of tools, switched on and off together. Made by `defineToolset`. */
export interface Toolset {
  readonly name: string;
  /** For people: what one can do with it. */
  readonly description: string;
  /** Tools beside those that name this toolset as theirs. Names that are not registered are simply absent. */
  readonly tools: readonly string[];
  /** Other toolsets that belong to it, to any depth; circles are harmless. */
  readonly includes: readonly string[];
  /** Holds every registered tool that is offered on this platform. */
  readonly platform?: string | undefined;
  /** Names that mean it as well, such as those of older settings. */
  readonly aliases: readonly string[];
}

export interface DefineToolsetOptions {
  readonly name: string;
  readonly description: string;
  /** @default [] */
  readonly tools?: readonly string[] | undefined;
  /** @default [] */
  readonly includes?: readonly string[] | undefined;
  readonly platform?: string | undefined;
  /** @default [] */
  readonly aliases?: readonly string[] | undefined;
}

/** Makes a bundle for `ToolRegistry.addToolset`. */
export function defineToolset({
  name,
  description,
  tools = [],
  includes = [],
  platform,
  aliases = [],
}: DefineToolsetOptions): Toolset {
  if (name.trim() === "" || name === "all" || name === "*")
    throw new TypeError(`A toolset can't be named "${name}".`);
  return { name, description, tools, includes, platform, aliases };
}
