import { cp, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Puts the built page beside the built command, so that the published package has it. */
export async function copyPage(): Promise<void> {
  const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const page = place("../../web/dist");
  // A build of the command alone finds the page where it is built.
  if (!existsSync(`${page}/index.html`)) return;
  await rm(place("../dist/page"), { recursive: true, force: true });
  await cp(page, place("../dist/page"), { recursive: true, preserveTimestamps: true });
}
