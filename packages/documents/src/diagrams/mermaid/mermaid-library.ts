import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { HermesError } from "@hermes/registry";
import { fileBeside } from "../../file-beside.ts";

/**
 * The text of Mermaid for a page. A build has it as a file beside this one, since Mermaid brings a hundred packages along which
 * nothing but a page would use.
 */
export async function readMermaid(): Promise<string> {
  const here = import.meta.url;
  const place = fileBeside(here, ["./mermaid.min.js", "./diagrams/mermaid.min.js"]);
  try {
    return await readFile(place ?? createRequire(here).resolve("mermaid/dist/mermaid.min.js"), "utf8");
  } catch (error) {
    throw new HermesError("Mermaid is not there.", {
      code: "DIAGRAM_NO_MERMAID",
      hint: "Install Hermes anew: a file of it is missing, mermaid.min.js.",
      cause: error,
    });
  }
}
