import { findProfileJail, ownerMark } from "@hermes/jail";
import { scripted } from "@hermes/models";
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { mcpPlace, until } from "./mcp-place.ts";
import type { McpPlace } from "./mcp-place.ts";

const found = await findProfileJail();
found.jail?.close();
const missing =
  found.jail === undefined
    ? `no jail here: ${found.reason}`
    : found.networks.includes("none")
      ? undefined
      : "no network of its own here";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const program = join(import.meta.dirname, "reaching-server.mjs");
const host = join(import.meta.dirname, "hold-server.ts");

interface Reach {
  readonly folders?: readonly string[];
  readonly hosts?: readonly string[];
  readonly variables?: readonly string[];
}

/** A person with a key, and one server that was agreed to. */
async function personWith(profile?: Reach, more: object = {}): Promise<McpPlace> {
  const place = await mcpPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  const entry = { command: process.execPath, args: [program], ...(profile && { profile }), ...more };
  await place.configure({ box: entry });
  await mkdir(join(place.homedir, ".ssh"));
  await writeFile(join(place.homedir, ".ssh", "id_ed25519"), "canary-key\n");
  await writeFile(join(place.project, "README.md"), "The project.");
  return place;
}

type Act = (deed: string, on?: string) => Promise<string>;

/** What the server can do, as text: what came of it, or the code of what went wrong. */
async function serverOf(place: McpPlace): Promise<{ readonly act: Act; close(): Promise<void> }> {
  const runtime = await runtimeIn(place);
  onTestFinished(() => runtime[Symbol.asyncDispose]());
  const mcp = await runtime.mcp();
  await mcp.allow("box", true);
  return {
    async act(deed, on = "") {
      const signal = AbortSignal.timeout(20_000);
      const { content } = await mcp.call("box", "act", { deed, on }, { signal });
      return content.map((part) => (part.type === "text" ? part.text : part.type)).join("");
    },
    close: async () => await runtime[Symbol.asyncDispose](),
  };
}

async function listening(): Promise<number> {
  const server = createServer((_, response) => response.end("hello"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on an address
  return (server.address() as AddressInfo).port;
}

/** Whether a process of this machine was started with such an argument. */
function runs(argument: string): boolean {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(argument);
      } catch {
        return false;
      }
    });
}

/** A number that no process has. */
function goneProcess(): number {
  const { pid } = spawnSync("true");
  return pid;
}

let last = Math.floor(Math.random() * 1_000_000);
/** Seconds to sleep that nobody else sleeps. */
const unique = (): string => `600.${process.pid}${(last += 1)}`;

describe.skipIf(missing !== undefined)(
  `a server behind its profile (${missing ?? "there is a jail"})`,
  () => {
    test("a program below /tmp is there, with the files beside it, and nothing else of /tmp", async () => {
      const folder = await mkdtemp("/tmp/hermes-server-");
      const other = await mkdtemp("/tmp/hermes-other-");
      onTestFinished(async () => {
        for (const each of [folder, other]) await rm(each, { recursive: true, force: true });
      });
      const copy = join(folder, "server.mjs");
      await writeFile(copy, await readFile(program));
      await writeFile(join(folder, "notes.txt"), "beside it");
      await writeFile(join(other, "notes.txt"), "elsewhere");
      const server = await serverOf(await personWith(undefined, { args: [copy] }));

      const beside = await server.act("read", join(folder, "notes.txt"));
      const elsewhere = await server.act("read", join(other, "notes.txt"));
      const written = await server.act("write", copy);

      expect([beside, elsewhere, written]).toEqual([
        "beside it",
        "ENOENT",
        expect.stringMatching(/^E[A-Z]+$/),
      ]);
    });

    test("can write to a scratch folder and to the folders of its profile, and to nothing else", async () => {
      const place = await personWith();
      const own = join(place.root, "own");
      await mkdir(own);
      const profile = { folders: [own] };
      await place.configure({ box: { command: process.execPath, args: [program], profile } });
      const { act } = await serverOf(place);
      const places = [place.project, place.homedir, place.home, import.meta.dirname, "/usr/local"];

      const temporary = await act("run", 'echo x > "$TMPDIR/file" && echo "$TMPDIR"');
      const inOwn = await act("write", join(own, "file"));
      const others = await Promise.all(
        places.map((folder) => act("write", join(folder, "hermes-test-file"))),
      );

      expect([temporary.trim(), inOwn]).toEqual(["/tmp", "written"]);
      expect(others.filter((outcome) => !["EROFS", "EACCES", "EPERM", "ENOENT"].includes(outcome))).toEqual(
        [],
      );
      expect(existsSync(join(own, "file"))).toBe(true);
      expect(places.filter((folder) => existsSync(join(folder, "hermes-test-file")))).toEqual([]);
    });

    test("reads the project, and neither credentials nor the home of Hermes", async () => {
      const place = await personWith();
      const { act } = await serverOf(place);

      const [project, key, settings] = await Promise.all([
        act("read", join(place.project, "README.md")),
        act("read", join(place.homedir, ".ssh", "id_ed25519")),
        act("read", join(place.home, "config.yaml")),
      ]);

      expect(project).toBe("The project.");
      expect([key, settings]).not.toContainEqual(expect.stringContaining("canary"));
      expect([key, settings].filter((outcome) => !["ENOENT", "EACCES"].includes(outcome))).toEqual([]);
    });

    test("gets of the variables those that its profile names and the harmless ones", async () => {
      const place = await personWith({ variables: ["NAMED"] }, { env: { OWN: "of the entry" } });
      Object.assign(place.env, { NAMED: "yes", OPENAI_API_KEY: "canary", SOMETHING: "canary" });
      const { act } = await serverOf(place);

      const environment: unknown = JSON.parse(await act("environment"));

      expect(environment).toMatchObject({ NAMED: "yes", OWN: "of the entry", HOME: place.homedir });
      expect(JSON.stringify(environment)).not.toContain("canary");
    });

    test("reaches no host where its profile names none", async () => {
      const port = await listening();
      const { act } = await serverOf(await personWith());

      const direct = await act("direct", `http://127.0.0.1:${port}/`);

      expect(direct).toBe("ECONNREFUSED");
      expect(await act("proxied", `http://localhost:${port}/`)).toBe("no proxy");
    });

    test("reaches the hosts of its profile through the proxy, and no other", async () => {
      const [port, other] = [await listening(), await listening()];
      const { act } = await serverOf(await personWith({ hosts: [`localhost:${port}`] }));

      expect(await act("proxied", `http://localhost:${port}/`)).toBe("200 hello");
      expect(await act("proxied", `http://localhost:${other}/`)).toMatch(/^403 /);
      expect(await act("direct", `http://127.0.0.1:${port}/`)).toBe("ECONNREFUSED");
    });

    test("reaches every host where its profile says so", async () => {
      const port = await listening();
      const { act } = await serverOf(await personWith({ hosts: ["*"] }));

      expect(await act("direct", `http://127.0.0.1:${port}/`)).toBe("200 hello");
    });

    test.each([{ hosts: [] }, { hosts: ["example.com"] }])(
      "ends with everything that it started (%o)",
      async (profile) => {
        const { act, close } = await serverOf(await personWith(profile));
        const seconds = unique();
        await act("leave", seconds);
        const wasThere = runs(seconds);

        await close();

        expect([wasThere, runs(seconds)]).toEqual([true, false]);
      },
    );

    test("has a scratch folder that goes with it, and what a killed program left goes with the next", async () => {
      const left = await mkdtemp(join(tmpdir(), `hermes-mcp-${ownerMark(goneProcess())}-`));
      const { act, close } = await serverOf(await personWith({ hosts: ["example.com"] }));
      const scratch = (await act("run", "echo x > /tmp/file; ls -d /tmp/hermes-mcp-*")).trim();
      const wasThere = existsSync(scratch);

      await close();

      expect([wasThere, existsSync(scratch), existsSync(left)]).toEqual([true, false, false]);
    });

    const entries = [{ profile: { hosts: ["example.com"] } }, { profile: "open" }];
    test.each(isLong ? [{ profile: { hosts: [] } }, ...entries] : entries)(
      "is gone when Hermes is killed (%o)",
      async (more) => {
        const place = await personWith(undefined, more);
        const seconds = unique();
        const child = spawn(
          process.execPath,
          ["--conditions=@hermes/source", host, place.home, place.project, seconds],
          { stdio: ["ignore", "pipe", "inherit"], env: { ...place.env, HOME: place.homedir } },
        );
        await once(child.stdout, "data");
        const marker = more.profile === "open" ? program : seconds;
        const wasThere = runs(marker);

        child.kill("SIGKILL");
        await once(child, "exit");

        expect(wasThere).toBe(true);
        await until(() => !runs(marker));
      },
    );

    test("is started by npx in the default profile where its package is on disk", async () => {
      const place = await personWith();
      const bin = join(place.project, "node_modules", ".bin");
      await mkdir(bin, { recursive: true });
      await writeFile(
        join(place.project, "package.json"),
        JSON.stringify({ name: "work", version: "1.0.0" }),
      );
      const runner = join(bin, "run-server");
      const copy = join(bin, "server.mjs");
      await writeFile(copy, await readFile(program));
      await writeFile(runner, `#!/bin/sh\nexec "${process.execPath}" "${copy}"\n`);
      await chmod(runner, 0o755);
      await place.configure({ box: { command: "npx", args: ["--offline", "run-server"] } });
      const { act } = await serverOf(place);

      expect(await act("read", join(place.project, "README.md"))).toBe("The project.");
      expect(await act("write", join(place.project, "file"))).toBe("EROFS");
    });

    test("is shown with what it may reach", async () => {
      const place = await personWith({
        folders: ["/srv/data"],
        hosts: ["example.com"],
        variables: ["NAMED"],
      });
      await using runtime = await runtimeIn(place);
      const mcp = await runtime.mcp();

      const [report] = await mcp.list();

      expect(report?.reach).toEqual([
        "writes to a scratch folder, /srv/data",
        "reaches example.com",
        "gets NAMED",
      ]);
    });

    test("costs the start of a session no process once this machine is known", async () => {
      const place = await personWith();
      const first = await serverOf(place);
      await first.act("environment");
      await first.close();
      const started: ChildProcess[] = [];
      const note = (message: unknown): void => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of Node's channel
        const { process: child } = message as { readonly process: ChildProcess };
        started.push(child);
      };
      subscribe("child_process", note);
      onTestFinished(() => void unsubscribe("child_process", note));

      await using opened = await place.open(scripted([{ text: "Hello." }]));
      await opened.session.agent.chat("Hi.");

      const lines = started.map(({ spawnargs }) => spawnargs.join(" "));
      expect(lines.filter((line) => /exec bwrap|--default-signal/.test(line))).toEqual([]);
      expect(await readFile(join(place.home, "cache", "wall.json"), "utf8")).toContain("listed");
    });
  },
);
