import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";

/** Runs a program in a process of its own until it is through, or killed. @throws when it ends by itself with an error. */
export async function runToDeath(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ["--conditions=@hermes/source", program, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on("exit", (...ended) => resolve(ended)),
  );
  if (code !== 0 && signal !== "SIGKILL")
    throw new Error(`The process ended by itself with ${code}: ${errors}`);
}
