import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { countProcesses } from "./local-place.ts";
import { until } from "./until.ts";

/** Opens a backend in a process of its own, and kills that with its commands running. */
export async function killProgramWithBackend(
  kind: "docker" | "ssh",
  options: object,
  { env, mark }: { readonly env: NodeJS.ProcessEnv; readonly mark: string },
): Promise<void> {
  const file = fileURLToPath(new URL("open-backend-child.ts", import.meta.url));
  const args = ["--conditions=@hermes/source", file, kind, JSON.stringify(options), mark];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (bytes: Buffer) => (said += bytes.toString()));
  await until(() => said.includes("ready") || child.exitCode !== null);
  await until(async () => (await countProcesses(mark)) === 4);
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}
