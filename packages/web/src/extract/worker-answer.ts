import type { Extraction } from "./extraction.ts";

/** What the worker says to one request. */
export type WorkerAnswer = { readonly extraction: Extraction } | { readonly problem: string };
