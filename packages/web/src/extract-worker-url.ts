/**
 * Where the program of the worker is: beside this file, both in the sources and in what is built of them. A bundle in one file has to
 * bring it along as a file and give its place.
 */
export function extractWorkerUrl(): URL {
  const here = import.meta.url;
  return new URL(here.endsWith(".ts") ? "./extract-worker.ts" : "./extract-worker.js", here);
}
