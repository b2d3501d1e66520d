import { fileBeside } from "./file-beside.ts";

/**
 * Where the program of a thread is: beside the module that starts it in the sources, and at its place below `dist` in what is built.
 *
 * @param module `import.meta.url` of the one that starts it.
 * @param place Below the sources, without its ending: `diagrams/graphviz/graphviz-worker`.
 */
export function workerUrl(module: string, place: string): URL {
  const parts = place.split("/");
  if (module.endsWith(".ts")) return new URL(`./${parts.at(-1)}.ts`, module);
  const paths = parts.map((_, from) => `./${parts.slice(from).join("/")}.js`).toReversed();
  return fileBeside(module, paths) ?? new URL(paths[0] ?? "", module);
}
