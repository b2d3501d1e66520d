// What a scorer calls, from the built package. `node score.mjs ./detector.mjs`
import { checkUrl, judgeCommand, redact, scanText } from "../dist/index.js";

export { checkUrl, redact, scanText };

const places = { workspace: "/home/user/project", homedir: "/home/user", home: "/home/user/.hermes" };

/** @returns "allow", "ask" or "refuse". */
export async function checkCommand(command) {
  const { findings } = await judgeCommand(command, { places, cwd: "/home/user/project" });
  if (findings.some(({ severity }) => severity === "refuse")) return "refuse";
  return findings.some(({ severity }) => severity === "ask") ? "ask" : "allow";
}
