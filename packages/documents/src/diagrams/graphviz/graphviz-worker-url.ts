import { existsSync } from "node:fs";

/** Where the program of the worker is: beside this file, both in the sources and in what is built of them. */
export function graphvizWorkerUrl(): URL {
  const here = import.meta.url;
  if (here.endsWith(".ts")) return new URL("./graphviz-worker.ts", here);
  const places = [
    "./graphviz-worker.js",
    "./graphviz/graphviz-worker.js",
    "./diagrams/graphviz/graphviz-worker.js",
  ];
  const urls = places.map((path) => new URL(path, here));
  return urls.find((url) => existsSync(url)) ?? new URL("./graphviz-worker.js", here);
}
