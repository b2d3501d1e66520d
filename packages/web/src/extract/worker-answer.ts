import type { Extraction } from "./extraction.ts";

/** What the worker says: once that it is ready, then one answer to each request. */
export type WorkerAnswer =
  | { readonly isReady: true }
  | { readonly extraction: Extraction }
  | { readonly problem: string };
