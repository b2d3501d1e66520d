import { existsSync } from "node:fs";

/** Where the program of the thread is: beside this file in the sources, below it in what is built of them. */
export function documentWorkerUrl(): URL {
  const here = import.meta.url;
  if (here.endsWith(".ts")) return new URL("./document-worker.ts", here);
  const beside = new URL("./document-worker.js", here);
  return existsSync(beside) ? beside : new URL("./document/thread/document-worker.js", here);
}
