import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { BrowserPlace, isLong, refOf } from "./support/browser-place.ts";
import { fakeClock } from "./support/fake-clock.ts";
import { page, serve } from "./support/web-server.ts";
import type { WebServer } from "./support/web-server.ts";

let site: WebServer;
/** For what needs no browser of its own; begins with the first test. */
let shared: BrowserPlace;

beforeEach((context) => needs(context, "chromium"));
beforeAll(async () => {
  shared = new BrowserPlace({ env: { ...process.env, OPENAI_API_KEY: "sk-very-secret" } });
  site = await serve({
    "/": page("<h1>Home</h1><a href='/crash'>x</a>", "Home"),
    "/login": (_request, response) => {
      response.setHeader("set-cookie", "login=yes; Max-Age=100000");
      response.setHeader("content-type", "text/html");
      response.end(
        page(
          "<script>localStorage.setItem('theme', 'dark'); stored = new Promise((done) => { const opening = indexedDB.open('db', 1); opening.onupgradeneeded = () => opening.result.createObjectStore('s').put('kept', 'key'); opening.onsuccess = done })</script>",
          "Login",
        ),
      );
    },
    "/who": (request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(page(`<p>cookie: ${request.headers.cookie ?? "none"}</p>`, "Who"));
    },
  });
});
afterAll(async () => {
  await shared[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** Processes that have a text in their command line. */
function processesWith(text: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && ofProcess(pid, "cmdline").includes(text));
}

/** Empty where it has ended. */
function ofProcess(pid: string, what: "cmdline" | "environ"): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return "";
  }
}

const workFolders = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => /^hermes-browser-[0-9a-z]+-\d+-\d+-/.test(name));

/** The folder of the browser that a test has started. */
function newFolder(before: readonly string[]): string {
  const own = workFolders().filter((name) => name.includes(`-${process.pid}-`) && !before.includes(name));
  return own[0] ?? "none";
}

test("nothing is started before the first page is asked for", async () => {
  const { value } = await shared.call("snapshot");
  const before = shared.browsers.status();
  await shared.call("navigate", { url: `${site.url}/` });

  expect(value["error"]).toBe("No page is open.");
  expect(before).toMatchObject({ running: undefined, sessions: 0 });
  expect(shared.browsers.status()).toMatchObject({ running: "local", sessions: 1 });
});

test("many sessions at once have one browser, and nothing of each other", async () => {
  await using place = new BrowserPlace();
  const count = isLong ? 20 : 4;
  const tasks = Array.from({ length: count }, (_, index) => `task${index}`);

  const opened = await Promise.all(
    tasks.map(
      async (taskId) =>
        await place.call(
          "navigate",
          { url: `${site.url}/${taskId === "task0" ? "login" : "who"}` },
          { taskId },
        ),
    ),
  );
  const again = await Promise.all(
    tasks.map(async (taskId) => await place.call("navigate", { url: `${site.url}/who` }, { taskId })),
  );

  expect(opened.every(({ value }) => value["success"] === true)).toBe(true);
  expect(again.filter(({ text }) => text.includes("login=yes"))).toHaveLength(1);
  expect(place.browsers.status().sessions).toBe(count);
  const own = workFolders().filter((name) => name.includes(`-${process.pid}-`));
  expect(own.length).toBeGreaterThan(0);
});

test("ten calls of one session at once open one context, one after the other", async () => {
  const all = await Promise.all(
    Array.from(
      { length: 10 },
      async () => await shared.call("navigate", { url: `${site.url}/` }, { taskId: "ten" }),
    ),
  );

  expect(all.every(({ value }) => value["title"] === "Home")).toBe(true);
  expect((await shared.browsers.session("ten")).tabs()).toHaveLength(1);
});

test("a session without a call is closed, its next call is told, and the browser ends when nobody needs it", async () => {
  const clock = fakeClock();
  await using place = new BrowserPlace({ clock, idleMs: 40_000 });
  await place.call("navigate", { url: `${site.url}/` });

  clock.advance(39_000);
  const before = place.browsers.status();
  clock.advance(2_000);
  await expect.poll(() => place.browsers.status().sessions).toBe(0);
  const { value } = await place.call("click", { ref: "@e1" });
  await place.browsers.close("task");
  clock.advance(31_000);
  await expect.poll(() => place.browsers.status().running).toBe(undefined);
  const again = await place.call("navigate", { url: `${site.url}/` });

  expect(before.sessions).toBe(1);
  expect(value["error"]).toBe(
    `The browser of this session was closed after 40 s without a call. It was at ${site.url}/.`,
  );
  expect(again.value["title"]).toBe("Home");
});

test("a tab that crashes is told in words and begun anew", async () => {
  await using place = new BrowserPlace();
  await place.call("navigate", { url: `${site.url}/` });
  const session = await place.browsers.session("task");
  const [tab] = session.tabs();
  const crashed = session.currentTab()?.page.waitForEvent("crash");
  session
    .currentTab()
    ?.page.goto("chrome://crash")
    .catch(() => undefined);
  await crashed;

  const told = await place.call("snapshot");
  const again = await place.call("navigate", { url: `${site.url}/` });

  expect(tab?.id).toBe("t1");
  expect(told.value["error"]).toContain("crashed");
  expect(again.value["title"]).toBe("Home");
});

test("a temporary folder whose path is too long for the browser's sockets is passed over", async () => {
  const long = mkdtempSync(join(tmpdir(), "hermes-a-folder-with-a-name-that-is-long-enough-"));
  vi.stubEnv("TMPDIR", long);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(long, { recursive: true });
  });
  await using place = new BrowserPlace();

  const { value } = await place.call("navigate", { url: `${site.url}/` });

  expect(value["title"]).toBe("Home");
});

test("a browser that is killed is told in words, and the next page opens another one", async () => {
  const before = workFolders();
  await using place = new BrowserPlace();
  await place.call("navigate", { url: `${site.url}/` });
  const folder = newFolder(before);
  for (const pid of processesWith(folder)) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended with the others.
    }
  }
  await expect.poll(() => place.browsers.status().running).toBe(undefined);

  const told = await place.call("snapshot");
  const again = await place.call("navigate", { url: `${site.url}/` });

  expect(told.value["error"]).toBe(`The browser ended unexpectedly. It was at ${site.url}/.`);
  expect(again.value["title"]).toBe("Home");
});

test("nothing is left when the browsers are closed", async () => {
  const before = workFolders();
  const place = new BrowserPlace();
  await place.call("navigate", { url: `${site.url}/` });
  const folder = newFolder(before);

  const running = processesWith(folder).length;

  await place[Symbol.asyncDispose]();

  expect(running).toBeGreaterThan(2);
  expect(existsSync(join(tmpdir(), folder))).toBe(false);
  // Those that the browser started end a moment after it.
  await expect.poll(() => processesWith(folder)).toEqual([]);
});

test("the browser inherits no secret, listens to no port, and answers over its pipe alone", async () => {
  await shared.call("navigate", { url: `${site.url}/` });
  const folder = workFolders().find((name) => name.includes(`-${process.pid}-`)) ?? "none";
  const pids = processesWith(folder);
  const environments = pids.map((pid) => ofProcess(pid, "environ"));
  const commands = pids.map((pid) => ofProcess(pid, "cmdline")).join("\n");

  expect(pids.length).toBeGreaterThan(0);
  expect(environments.join("\n")).not.toContain("sk-very-secret");
  expect(environments.join("\n")).toContain(`HOME=${join(tmpdir(), folder)}`);
  expect(commands).toContain("--remote-debugging-pipe");
  expect(commands).not.toContain("--remote-debugging-port");
});

test("root is told that there is no sandbox, and others have one", async () => {
  await shared.call("navigate", { url: `${site.url}/` });

  const notes = shared.browsers.status().notes.join();

  expect(notes.includes("without its own sandbox")).toBe(process.getuid?.() === 0);
});

async function startProgram(...args: readonly string[]): Promise<ChildProcess> {
  const program = spawn(
    process.execPath,
    ["--conditions=@hermes/source", join(import.meta.dirname, "support", "killed-program.ts"), ...args],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await once(program.stdout ?? program, "data");
  return program;
}

test("a program that is killed leaves no process, its logins last, and the next one removes its folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hermes-profiles-"));
  const file = join(folder, "shop.json");
  const program = await startProgram(folder, `${site.url}/login`, "shop");
  const left = workFolders().find((name) => name.includes(`-${program.pid}-`)) ?? "none";
  const running = processesWith(left).length;
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8")).toContain('"kept"');

  // Once it is killed, any browser that opens removes it, of another test too.
  const wasLeft = existsSync(join(tmpdir(), left));
  program.kill("SIGKILL");
  await expect.poll(() => processesWith(left)).toEqual([]);
  await using place = new BrowserPlace({ profile: "shop", profilesFolder: folder });
  const { text } = await place.call("navigate", { url: `${site.url}/who` });
  const stored = await place.call("console", {
    expression:
      "new Promise((done) => { indexedDB.open('db', 1).onsuccess = (e) => e.target.result.transaction('s').objectStore('s').get('key').onsuccess = (e) => done([localStorage.theme, e.target.result]) })",
  });
  await expect.poll(() => existsSync(join(tmpdir(), left))).toBe(false);

  expect(running).toBeGreaterThan(2);
  expect(wasLeft).toBe(true);
  expect(text).toContain("cookie: login=yes");
  expect(stored.value["result"]).toEqual(["dark", "kept"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true });
});

test("sessions of a kept profile share its logins, and each has tabs of its own", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hermes-profiles-"));
  await using place = new BrowserPlace({ profile: "shop", profilesFolder: folder });

  await place.call("navigate", { url: `${site.url}/login` }, { taskId: "a" });
  const other = await place.call("navigate", { url: `${site.url}/who` }, { taskId: "b" });
  await place.call("close", {}, { taskId: "a" });
  const still = await place.call("navigate", { url: `${site.url}/who` }, { taskId: "b" });

  expect(other.text).toContain("login=yes");
  expect((await place.browsers.session("b")).tabs()).toHaveLength(1);
  expect(still.text).toContain("login=yes");
  rmSync(folder, { recursive: true });
});

test.each(["../other", "a/b", ".hidden", "", "x".repeat(80)])("a profile can't be called %j", (profile) => {
  expect(() => new BrowserPlace({ profile, profilesFolder: tmpdir() })).toThrow(
    expect.objectContaining({ code: "BROWSER_BAD_PROFILE" }),
  );
});

test("a damaged profile is said and not overwritten", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hermes-profiles-"));
  writeFileSync(join(folder, "shop.json"), "{ broken");
  await using place = new BrowserPlace({ profile: "shop", profilesFolder: folder });

  const { value } = await place.call("navigate", { url: `${site.url}/` });

  expect(value["error"]).toContain(join(folder, "shop.json"));
  expect(readFileSync(join(folder, "shop.json"), "utf8")).toBe("{ broken");
  rmSync(folder, { recursive: true });
});

test("an action is judged by the page it is on, where its link leads, and what is typed", async () => {
  const asked: unknown[] = [];
  await using place = new BrowserPlace({
    judge: async (action) => {
      asked.push(action);
      return await Promise.resolve([]);
    },
    guard: async ({ tool, args }, context) => {
      const findings = (await tool.findings?.(args, context)) ?? [];
      return findings.length === 0 ? { allow: true } : { allow: false, reason: findings[0]?.reason ?? "" };
    },
  });
  const opened = await place.call("navigate", { url: `${site.url}/` });

  await place.call("press", { key: "w" });
  expect(asked).toEqual([]);
  const read = { provenance: [{ source: "web", name: site.host }] };
  await place.call("click", { ref: refOf(opened, '"x"') }, read);
  await place.call("press", { key: "q" }, read);
  await place.call("console", { expression: "1 + 1" }, read);
  const cdp = await place.call("cdp", { method: "Page.getFrameTree" });

  const { host } = site;
  expect(asked.slice(0, 3)).toEqual([
    { tool: "browser_click", host, personal: false, link: `${site.url}/crash` },
    { tool: "browser_press", host, personal: false, text: "q" },
    { tool: "browser_console", host, personal: false, script: "1 + 1" },
  ]);
  expect(cdp.result).toMatchObject({ isError: true, notRun: "refused" });
});

test("with a kept profile it is judged where an address leads, too", async () => {
  const asked: unknown[] = [];
  const folder = mkdtempSync(join(tmpdir(), "hermes-profiles-"));
  await using place = new BrowserPlace({
    ...{ profile: "shop", profilesFolder: folder },
    judge: async (action) => {
      asked.push(action);
      return await Promise.resolve([]);
    },
    guard: async ({ tool, args }, context) => {
      await tool.findings?.(args, context);
      return { allow: true };
    },
  });
  const read = { provenance: [{ source: "web", name: "other.example" }] };

  await place.call("navigate", { url: `${site.url}/` });
  await place.call("navigate", { url: `${site.url}/crash` }, read);

  const { host } = site;
  expect(asked).toEqual([{ tool: "browser_navigate", host, personal: true, link: `${site.url}/crash` }]);
  rmSync(folder, { recursive: true });
});

test.runIf(isLong)("a program that ends by itself takes its browser along", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hermes-ended-"));
  const program = await startProgram(folder, `${site.url}/`);
  const left = workFolders().find((name) => name.includes(`-${program.pid}-`)) ?? "none";

  program.kill("SIGTERM");
  await once(program, "exit");

  await expect.poll(() => processesWith(left), { timeout: 10_000 }).toEqual([]);
  rmSync(folder, { recursive: true });
});
