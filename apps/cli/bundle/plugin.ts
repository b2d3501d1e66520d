import type { Options } from "tsup";

/** A plugin of esbuild, whose types come through tsup. */
export type Plugin = NonNullable<Options["esbuildPlugins"]>[number];
