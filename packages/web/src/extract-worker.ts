// Runs in a thread of its own: pages of others are taken apart here, where they can be stopped.
import { parentPort } from "node:worker_threads";
import { extractPage } from "./extract/extract-page.ts";
import type { ExtractionRequest } from "./extract/extraction.ts";
import type { WorkerAnswer } from "./extract/worker-answer.ts";

const port = parentPort;
// What nearly every page needs is loaded before the time of the first one begins.
await Promise.all([
  import("./extract/html/extract-html.ts"),
  import("linkedom"),
  import("@mozilla/readability"),
  import("node-html-markdown"),
  import("html-encoding-sniffer"),
]);
port?.on("message", (request: ExtractionRequest) => {
  void extractPage(request).then(
    (extraction): void => port.postMessage({ extraction } satisfies WorkerAnswer),
    (error: unknown): void =>
      port.postMessage({
        problem: error instanceof Error ? error.message : String(error),
      } satisfies WorkerAnswer),
  );
});
port?.postMessage({ isReady: true } satisfies WorkerAnswer);
