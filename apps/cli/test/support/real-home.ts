import { existsSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Fails the run when a test has touched the real home folder of Hermes. */
export function setup(): () => void {
  const before = fingerprint();
  return () => {
    if (fingerprint() !== before)
      throw new Error("A test changed the real ~/.hermes: every start needs its own HERMES_HOME.");
  };
}

function fingerprint(): string {
  const home = join(homedir(), ".hermes");
  if (!existsSync(home)) return "";
  return readdirSync(home, { recursive: true, encoding: "utf8" })
    .sort()
    .map((path) => `${path} ${statSync(join(home, path), { throwIfNoEntry: false })?.mtimeMs}`)
    .join("\n");
}
