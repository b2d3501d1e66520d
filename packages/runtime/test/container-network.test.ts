import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ApprovalRequest, Approver, ToolContext } from "@hermes/registry";
import { lacks } from "@hermes/tooling/prerequisites";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { missingForDocker, startDockerDaemon } from "@hermes/tooling/docker-daemon";
import type { DockerDaemon } from "@hermes/tooling/docker-daemon";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";
import type { TemporaryPlace } from "./support/temporary-place.ts";

const missing = missingForDocker() ?? lacks("curl", "python3");
/** The image holds a shell alone; with these it has the programs of this machine. */
const system = ["/usr:/usr:ro", "/lib:/lib:ro", "/lib64:/lib64:ro"];

type Result = Readonly<Record<string, unknown>>;

describe.skipIf(missing !== undefined)(`in a container (${missing ?? "docker"})`, { timeout: 60_000 }, () => {
  let daemon: DockerDaemon;
  let server: Server;
  let host: string;
  beforeAll(async () => {
    daemon = await startDockerDaemon();
    server = createServer((request, response) => response.end(`served ${request.url}`));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // It listens on a port. A service of this machine, which a list may open by its own address.
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }, 120_000);
  afterAll(async () => {
    server?.close();
    await daemon?.[Symbol.asyncDispose]();
  }, 60_000);

  async function personWith(terminal: object = {}): Promise<TemporaryPlace> {
    const place = await temporaryPlace();
    onTestFinished(() => place[Symbol.asyncDispose]());
    await mkdir(place.home, { recursive: true });
    const settings = {
      ...{ backend: "docker", docker_image: daemon.image, docker_volumes: system },
      docker_mount_cwd_to_workspace: true,
      ...terminal,
    };
    await writeFile(join(place.home, "config.yaml"), JSON.stringify({ terminal: settings }));
    return place;
  }

  /** Calls of one program, through the real guard and the real container. */
  async function sessionIn(place: TemporaryPlace, answer?: Awaited<ReturnType<Approver>>) {
    const env = { ...place.env, DOCKER_HOST: daemon.env["DOCKER_HOST"], TERMINAL_WALL: "workspace" };
    const warnings: string[] = [];
    const onWarning = (text: string) => void warnings.push(text);
    const runtime = await runtimeIn(place, { env, loaded: await place.settings(env), onWarning });
    onTestFinished(() => runtime[Symbol.asyncDispose]());
    const registry = await runtime.tools();
    const requests: ApprovalRequest[] = [];
    const approve: Approver | undefined = answer && (async (request) => (requests.push(request), answer));
    const run = async (command: string, more: object = {}, sessionId = "s"): Promise<Result> => {
      const context: ToolContext = {
        ...{ taskId: sessionId, sessionId, callId: "c", signal: new AbortController().signal },
        ...{ origin: { platform: "cli", entryPoint: "test" }, approve },
      };
      return JSON.parse((await registry.dispatch("terminal", { command, ...more }, context)).content);
    };
    return { runtime, registry, requests, warnings, run };
  }

  const ask = (url: string): string => `NO_PROXY= no_proxy= curl -s ${url}`;

  test("by default listed hosts are reached, and a yes opens another one for its session alone", async () => {
    const place = await personWith();
    const { run, requests, warnings } = await sessionIn(place, { approved: true, scope: "session" });
    const closed = await run(ask(`http://${host}/a`));
    const raw = await run("python3 -c \"import socket; socket.create_connection(('1.1.1.1', 53), 2)\"");
    const given = await run(ask(`http://${host}/a`), { hosts: [host], why: "the service is there" });
    const later = await run(ask(`http://${host}/b`));
    const other = await run(ask(`http://${host}/c`), {}, "other");

    expect(closed["output"]).toContain("is not open");
    expect(closed["notice"]).toContain("call again with hosts");
    expect(raw["output"]).toContain("unreachable");
    expect(requests.map(({ findings = [] }) => findings.map(({ id }) => id))).toEqual([["wall.host"]]);
    expect([given["output"], later["output"]]).toEqual(["served /a", "served /b"]);
    expect(other["output"]).toContain("is not open");
    expect(warnings).toEqual([]);
  });

  test("what settings open and the remotes of the repository are reached, and the places that run by themselves stay", async () => {
    const place = await personWith({ open_hosts: [host] });
    for (const folder of ["objects", "refs/heads", "hooks"])
      await mkdir(join(place.project, ".git", folder), { recursive: true });
    await writeFile(join(place.project, ".git", "HEAD"), "ref: refs/heads/main\n");
    const settings = '[remote "origin"]\n\turl = https://git.example.invalid/a.git\n';
    await writeFile(join(place.project, ".git", "config"), settings);
    const { run } = await sessionIn(place);
    const opened = await run(ask(`http://${host}/a`));
    const remote = await run("git -c safe.directory='*' fetch origin");
    const elsewhere = await run("git ls-remote https://other.example.invalid/a.git");
    const tampered = await run(
      "git -c safe.directory='*' config core.hooksPath /tmp; echo x > .git/hooks/pre-commit; echo x >> .git/config",
    );

    expect(opened["output"]).toBe("served /a");
    // It is let through, and there is no such host.
    expect(remote["output"]).toContain("502");
    expect(elsewhere["output"]).toContain("403");
    expect(elsewhere["notice"]).toContain("other.example.invalid:443");
    expect(tampered["exit_code"]).not.toBe(0);
    expect(await readFile(join(place.project, ".git", "config"), "utf8")).toBe(settings);
    await expect(readFile(join(place.project, ".git/hooks/pre-commit"))).rejects.toThrow("ENOENT");
  });

  test("the next start finds the container again, and what was opened before is closed", async () => {
    const place = await personWith();
    const first = await sessionIn(place, { approved: true, scope: "session" });
    await first.run(`${ask(`http://${host}/a`)}; touch /root/installed`, { hosts: [host], why: "x" });
    await first.runtime[Symbol.asyncDispose]();
    const second = await sessionIn(place);
    const again = await second.run(`ls /root; ${ask(`http://${host}/a`)}`);

    expect(again["output"]).toMatch(/^installed\n.*is not open/s);
  });

  test("an image that can't run the relay has the network as before, with a warning; where a list is demanded nothing runs", async () => {
    const bare = { docker_volumes: [], docker_mount_cwd_to_workspace: false };
    const fallen = await sessionIn(await personWith(bare));
    const ran = await fallen.run("echo ran");
    const [id = ""] = daemon.docker("ps", "--quiet", "--latest").split("\n");
    const network = daemon.docker("inspect", "--format", "{{.HostConfig.NetworkMode}}", id);
    const demanded = await sessionIn(await personWith({ ...bare, docker_network: "listed" }));
    const refused = await demanded.run("echo ran");
    const findings = await demanded.runtime.diagnose();

    expect(ran["output"]).toBe("ran\n");
    expect(network).toBe("bridge");
    expect(fallen.warnings).toEqual([
      expect.stringMatching(/neither perl nor python3.*terminal\.docker_network/),
    ]);
    expect(refused["error"]).toContain("neither perl nor python3");
    expect(findings.find(({ name }) => name === "backend")).toMatchObject({ status: "failed" });
  });

  test("the model is told of hosts, and of no way out", async () => {
    const { registry } = await sessionIn(await personWith());
    const terminal = (await registry.definitions()).find(({ name }) => name === "terminal");

    expect(terminal?.description).toContain("package registries");
    expect(Object.keys(terminal?.parameters["properties"] ?? {})).toEqual(
      expect.arrayContaining(["hosts", "why"]),
    );
    expect(Object.keys(terminal?.parameters["properties"] ?? {})).not.toContain("outside");
  });
});
