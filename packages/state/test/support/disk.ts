import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Whether a disk of one's own can be made here: on Linux, as root or where users may have namespaces. */
export function canMakeDisks(): boolean {
  return process.platform === "linux" && unshare("mount -t tmpfs -o size=1m tmpfs /mnt").status === 0;
}

function unshare(command: string): { readonly status: number | null } {
  return spawnSync("unshare", ["-rm", "sh", "-c", command], { stdio: "ignore" });
}

/**
 * Runs a script of this folder that finds an empty disk of so many megabytes at `folder`, which nobody else sees and
 * which is gone with it.
 *
 * @returns What it printed, as data.
 */
export async function onOwnDisk(name: string, folder: string, megabytes: number): Promise<unknown> {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const command =
    'mount -t tmpfs -o "size=$2m" tmpfs "$1" && exec "$3" --conditions=@hermes/source "$4" "$1"';
  const child = spawn(
    "unshare",
    ["-rm", "sh", "-c", command, "sh", folder, String(megabytes), process.execPath, script],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`The script ended with ${String(code)}: ${errors}`);
  return JSON.parse(output);
}
