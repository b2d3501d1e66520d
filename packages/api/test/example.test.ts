import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const fromSource = "--conditions=@hermes/source";

test("the example of the client speaks with the example of the server", async () => {
  const path = (name: string): string =>
    fileURLToPath(new URL(`../../${name}/examples/basic.ts`, import.meta.url));
  const server = spawn(process.execPath, [fromSource, path("api"), "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    const [url = "", token = ""] = line.toString().trim().split(" ");

    const { stdout } = await promisify(execFile)(process.execPath, [fromSource, path("client"), url, token]);

    expect(stdout).toBe('A pangolin.\n1 session, the last one "Name an animal."\n');
  } finally {
    server.kill("SIGKILL");
  }
});
