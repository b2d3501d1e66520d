import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openHostProxy, proxyEnvironment, workspaceProfile } from "../../src/index.ts";
import type { HostProxy } from "../../src/index.ts";
import { jailed, missing, ProfilePlace } from "../support/profile-place.ts";
import type { Ended } from "../support/profile-place.ts";
import { ProxyPlace } from "../support/proxy-place.ts";

const relay = fileURLToPath(new URL("../support/relay.mjs", import.meta.url));
const insidePort = 3128;

/** A command without a network, and what a proxy makes of it. */
class JailWithProxy implements AsyncDisposable {
  readonly place: ProfilePlace = new ProfilePlace();
  readonly servers: ProxyPlace = new ProxyPlace();
  proxy: HostProxy | undefined;

  async run(script: string, hosts: readonly string[]): Promise<Ended> {
    const { place } = this;
    const socket = place.path("proxy");
    // Names are those of a test, and lead to this machine.
    const resolve = async (): Promise<readonly string[]> => ["127.0.0.1"];
    this.proxy ??= await openHostProxy({ socket, hosts: [], privateHosts: hosts, resolve });
    const command = [process.execPath, relay, socket, String(insidePort), "bash", "-c", script];
    // Toolchains of this machine, which the home of the test does not have.
    const home = process.env["HOME"] ?? "";
    const toolchains = { RUSTUP_HOME: join(home, ".rustup"), PYENV_ROOT: join(home, ".pyenv") };
    return await jailed(place, command, {
      profile: workspaceProfile({ ...place.options, env: toolchains, network: "none" }),
      env: { ...place.env, ...toolchains, ...proxyEnvironment(insidePort) },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.proxy?.close();
    await this.servers[Symbol.asyncDispose]();
    this.place[Symbol.dispose]();
  }
}

function works(program: string): boolean {
  return spawnSync("sh", ["-c", `${program} --version`]).status === 0;
}

describe.skipIf(missing !== undefined)(`a jail without a network (${missing ?? "there is one"})`, () => {
  test("reaches what the proxy opens and nothing else, and is told which host is missing", async () => {
    await using jail = new JailWithProxy();
    const { servers, place } = jail;
    const open = await servers.serve();
    const closed = await servers.serve((_, response) => response.end("canary"));
    const script = `
      fetch() { ${process.execPath} -e 'fetch(process.argv[1]).then((r) => r.text()).then((text) => console.log(text.trim()), () => console.log("none"))' $1; }
      curl -s http://open.test:${open}/; fetch http://open.test:${open}/
      curl -s http://secret.evil.test/; curl -s -o x -w '%{http_code} %{http_connect}\\n' https://evil.test/
      curl -s --noproxy '*' http://127.0.0.1:${closed}/ || echo none; curl -s --noproxy '' http://127.0.0.1:${closed}/
      curl -sg --noproxy '' http://[::ffff:127.0.0.1]:${closed}/; curl -s --resolve open.test:${closed}:127.0.0.1 --noproxy '*' http://open.test:${closed}/ || echo none
      python3 -m http.server 8123 --bind 127.0.0.1 >/dev/null 2>&1 & until curl -sf http://localhost:8123/ >/dev/null; do :; done; echo own; kill $!`;

    const { stdout } = await jail.run(script, [`open.test:${open}`]);

    expect(stdout.split("\n")).toEqual([
      ...["hello", "hello", "secret.evil.test:80 is not open. Ask the person to open it.", "000 403", "none"],
      `localhost:${closed} is not open. Ask the person to open it.`,
      `[::ffff:7f00:1]:${closed} is not open. Ask the person to open it.`,
      ...["none", "own", ""],
    ]);
    expect(jail.proxy?.takeRefused()).toEqual([
      ...["secret.evil.test:80", "evil.test:443", `localhost:${closed}`, `[::ffff:7f00:1]:${closed}`],
    ]);
    expect(servers.requests).toEqual(["GET /", "GET /"]);
    expect(place.env).not.toHaveProperty("HTTP_PROXY");
  });

  const tools = {
    npm: "npm install --no-audit --no-fund --no-update-notifier --registry $R/npm oneone >/dev/null && cat node_modules/oneone/file",
    pip: "pip install -q --disable-pip-version-check --no-cache-dir --target lib --index-url $R/simple --trusted-host registry.test oneone && cat lib/oneone.py",
    cargo: "cargo fetch -q && cat $HOME/.cargo/registry/src/*/oneone-1.0.0/file",
    git: "git clone -q $R/repo.git && cat repo/file",
  };

  test.for(Object.keys(tools) as (keyof typeof tools)[])(
    "%s fetches from a registry",
    async (tool, { skip }) => {
      if (!works(tool)) skip(`needs ${tool}`);
      await using jail = new JailWithProxy();
      const { place, servers } = jail;
      const files = new Map<string, Buffer>();
      const port = await servers.serve((request, response) => {
        const file = files.get((request.url ?? "").replace(/\?.*$/, ""));
        response.writeHead(file === undefined ? 404 : 200, { "content-type": "text/html" }).end(file);
      });
      const registry = `http://registry.test:${port}`;
      furnish(place, { files, registry });

      const { stdout, stderr } = await jail.run(`R=${registry}; ${tools[tool]}`, [`registry.test:${port}`]);

      expect({ stdout, stderr }).toEqual({ stdout: "fetched\n", stderr: expect.any(String) });
    },
  );
});

/** Makes one package in the forms of all registries. */
function furnish(
  place: ProfilePlace,
  { files, registry }: { readonly files: Map<string, Buffer>; readonly registry: string },
): void {
  const shell = (script: string): Buffer => execFileSync("bash", ["-c", script], { cwd: place.root });
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  place.write("npm/package/package.json", '{ "name": "oneone", "version": "1.0.0" }');
  place.write("npm/package/file", "fetched\n");
  files.set("/one.tgz", shell("tar -czf - -C npm package"));
  const version = { name: "oneone", version: "1.0.0", dist: { tarball: `${registry}/one.tgz` } };
  files.set(
    "/npm/oneone",
    json({ name: "oneone", "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version } }),
  );
  place.write("work/package.json", '{ "name": "x", "version": "1.0.0" }');

  place.write("wheel/oneone.py", "fetched\n");
  const info = "wheel/oneone-1.0.0.dist-info";
  place.write(`${info}/METADATA`, "Metadata-Version: 2.1\nName: oneone\nVersion: 1.0.0\n");
  place.write(
    `${info}/WHEEL`,
    "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  );
  place.write(`${info}/RECORD`, "oneone.py,,\n");
  const wheel = "oneone-1.0.0-py3-none-any.whl";
  shell(
    `command -v python3 >/dev/null && cd wheel && python3 -m zipfile -c ../${wheel} oneone.py *.dist-info || echo > ../${wheel}`,
  );
  files.set("/simple/oneone/", Buffer.from(`<a href="${registry}/${wheel}">${wheel}</a>`));
  files.set(`/${wheel}`, readFileSync(place.path(wheel)));

  place.write(
    "crate/oneone-1.0.0/Cargo.toml",
    '[package]\nname = "oneone"\nversion = "1.0.0"\n[lib]\npath = "file"\n',
  );
  place.write("crate/oneone-1.0.0/file", "fetched\n");
  const crate = shell("tar -czf - -C crate oneone-1.0.0");
  const cksum = createHash("sha256").update(crate).digest("hex");
  files.set("/index/config.json", json({ dl: `${registry}/crates` }));
  files.set(
    "/index/on/eo/oneone",
    json({ name: "oneone", vers: "1.0.0", deps: [], cksum, features: {}, yanked: false }),
  );
  files.set("/crates/oneone/1.0.0/download", crate);
  place.write(
    "work/.cargo/config.toml",
    `[source.crates-io]\nreplace-with = "own"\n[source.own]\nregistry = "sparse+${registry}/index/"\n`,
  );
  place.write(
    "work/Cargo.toml",
    '[package]\nname = "x"\nversion = "1.0.0"\n[lib]\npath = "lib.rs"\n[dependencies]\noneone = "1"\n',
  );
  place.write("work/lib.rs", "");
  for (const folder of [".npm", ".cargo/registry"]) place.write(`home/${folder}/.keep`, "");

  // What a server of files alone needs to be cloned from.
  shell(`git init -q repo && cd repo && echo fetched > file && git add file &&
    git -c user.name=N -c user.email=e@x commit -qm one && git update-server-info`);
  for (const name of shell("find repo/.git -type f").toString().trim().split("\n"))
    files.set(name.replace("repo/.git", "/repo.git"), readFileSync(place.path(name)));
}
