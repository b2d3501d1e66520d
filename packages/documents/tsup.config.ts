import { copyFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { library } from "@hermes/tooling/tsup";

export default library({
  entry: [
    "src/index.ts",
    "src/diagrams/index.ts",
    "src/diagrams/graphviz/graphviz-worker.ts",
    "src/canvas/index.ts",
    "src/document/thread/document-worker.ts",
  ],
  // Mermaid runs in a page: one file of it is all that is needed.
  async onSuccess() {
    const { resolve } = createRequire(import.meta.url);
    const place = fileURLToPath(new URL("dist/diagrams/mermaid.min.js", import.meta.url));
    await copyFile(resolve("mermaid/dist/mermaid.min.js"), place);
  },
});
