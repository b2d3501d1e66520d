import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";

export interface LoopbackRegistry extends AsyncDisposable {
  readonly url: string;
  /** Of the package's archive, as npm writes it. */
  readonly integrity: string;
  /** What was asked for. */
  readonly requests: readonly string[];
}

export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** Text of its program `deno`. */
  readonly program: string;
  /** Empty folder for making it. */
  readonly folder: string;
}

/** A registry of npm with one package. */
export async function loopbackRegistry(published: PublishedPackage): Promise<LoopbackRegistry> {
  const { name, version, program, folder } = published;
  const source = join(folder, "package");
  await mkdir(source, { recursive: true });
  await writeFile(join(source, "deno"), program);
  await chmod(join(source, "deno"), 0o755);
  // A script that must not run.
  const scripts = { preinstall: `touch ${join(folder, "ran")}` };
  await writeFile(join(source, "package.json"), JSON.stringify({ name, version, scripts }));
  const { stdout } = await promisify(execFile)("npm", ["pack", "--json", "--ignore-scripts"], {
    cwd: source,
  });
  const archive = await readFile(join(source, JSON.parse(stdout)[0].filename));
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;

  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    requests.push(path);
    if (path === "/archive.tgz") return void response.end(archive);
    if (path !== `/${name}`) return void response.writeHead(404).end("{}");
    const dist = { tarball: `${url}/archive.tgz`, integrity };
    const packument = {
      name,
      "dist-tags": { latest: version },
      versions: { [version]: { name, version, dist } },
    };
    response.setHeader("content-type", "application/json").end(JSON.stringify(packument));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return {
    url,
    integrity,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
