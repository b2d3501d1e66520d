// For tests on a machine that has Postgres and no database to spare: a server of one's own, in a temporary folder.
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Where Debian keeps the programs of each version. */
const versions = "/usr/lib/postgresql";
/** Postgres refuses to run as root. */
const unprivileged = ["--reuid=postgres", "--regid=postgres", "--clear-groups"];

export interface PrivatePostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** The database of `DATABASE_URL`, else a new server that ends with `stop()`. */
export async function startPostgres(): Promise<PrivatePostgres> {
  const given = process.env["DATABASE_URL"];
  if (given !== undefined) return { url: given, stop: async () => undefined };
  const bin = programs();
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  chmodSync(folder, 0o777);
  const data = join(folder, "data");
  const port = await freePort();
  await execute(bin, "initdb", ["-D", data, "-A", "trust", "-U", "hermes", "--no-sync", "-E", "UTF8"]);
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  await execute(bin, "pg_ctl", ["-D", data, "-l", join(folder, "log"), "-o", settings, "-w", "start"]);
  return {
    url: `postgres://hermes@127.0.0.1:${port}/postgres`,
    async stop() {
      await execute(bin, "pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function programs(): string {
  try {
    const newest = readdirSync(versions).toSorted((one, other) => Number(other) - Number(one))[0] ?? "";
    return join(versions, newest, "bin");
  } catch {
    throw new Error("There is no Postgres here. Name a database: DATABASE_URL=postgres://… npm test");
  }
}

async function execute(bin: string, program: string, args: readonly string[]): Promise<void> {
  const path = join(bin, program);
  const isRoot = process.getuid?.() === 0;
  const [command, ...before] = isRoot ? ["setpriv", ...unprivileged, path] : [path];
  // A server that was started keeps what it was given to write to.
  await run(command ?? path, [...before, ...args], { cwd: tmpdir() });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
