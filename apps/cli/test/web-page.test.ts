import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";
import type { Fixture } from "./support/hermes.ts";
import { startServing } from "./support/serving.ts";

const linkIn = (text: string): string | undefined => /http\S+\/link\/\S+/.exec(text)?.[0];

/** What is answered to whoever says that name. */
async function statusAs(host: string, url: string): Promise<number | undefined> {
  const asked = request(`${url}/health`, { headers: { host } }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

/** A browser that writes down what it is to open. */
function writingBrowser({ project }: Fixture): { readonly program: string; readonly opened: () => string } {
  const [program, file] = [join(project, "browser.sh"), join(project, "opened.txt")];
  writeFileSync(program, `#!/bin/sh\nprintf %s "$1" > "${file}.new" && mv "${file}.new" "${file}"\n`);
  chmodSync(program, 0o755);
  return { program, opened: () => readFileSync(file, "utf8") };
}

test("hermes web serves the page and opens a browser by a link that lets it in", async () => {
  const person = newPerson();
  const { program, opened } = writingBrowser(person);

  const { url, end } = await startServing(person, [], { BROWSER: program }, "web");
  const link = await vi.waitFor(opened, 30_000);
  const page = await fetch(`${url}/`);
  const entered = await fetch(link, { redirect: "manual" });

  expect(link.startsWith(`${url}/link/`)).toBe(true);
  expect([page.status, entered.status]).toEqual([200, 303]);
  expect(await page.text()).toContain('<div id="app">');
  expect(page.headers.get("content-security-policy")).toContain("require-trusted-types-for 'script'");
  expect(await end("SIGINT")).toBe(0);
});

test("a second one opens the page of the first, and ends", async () => {
  const person = newPerson();
  const first = await startServing(person, [], {});

  const second = await hermes(person, ["web", "--no-open"]);
  const link = linkIn(second.stderr) ?? "";

  expect(second.code).toBe(0);
  expect(link.startsWith(`${first.url}/link/`)).toBe(true);
  expect((await fetch(link, { redirect: "manual" })).status).toBe(303);
  await first.end("SIGTERM");
  expect((await hermes(person, ["web", "--no-open", "--url", "nowhere"])).code).toBe(2);
});

test("what a browser was given still lets it in after the server was killed and started again", async () => {
  const person = newPerson();
  const first = await startServing(person, [], {});
  const link = await vi.waitFor(
    () => linkIn(first.lines.join("\n")) ?? Promise.reject(new Error("No link.")),
    30_000,
  );
  const entered = await fetch(link, { redirect: "manual" });
  const [cookie = ""] = entered.headers.getSetCookie()[0]?.split(";") ?? [];
  await first.end("SIGKILL");

  const second = await startServing(person, ["--port", new URL(first.url).port], {});

  expect((await fetch(`${second.url}/api/whoami`, { headers: { cookie } })).status).toBe(200);
});

test("behind a tunnel the link and the code lead to the address that --url names, which is let through", async () => {
  const person = newPerson();

  const { lines, url } = await startServing(
    person,
    ["--no-open", "--qr", "--url", "https://home.example/x"],
    {},
    "web",
  );
  const link = await vi.waitFor(
    () => linkIn(lines.join("\n")) ?? Promise.reject(new Error("No link.")),
    30_000,
  );
  await vi.waitFor(() => expect(lines.join("\n")).toMatch(/[█▀▄]{20}/), 30_000);

  expect(link.startsWith("https://home.example/link/")).toBe(true);
  expect([await statusAs("home.example", url), await statusAs("other.example", url)]).toEqual([200, 421]);
});
