import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, onTestFinished, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";
import type { Fixture } from "./support/hermes.ts";

const page = `<title>Shop</title><nav><a href="/home">Home</a></nav><main><h1>Tea</h1>
<p>${"The tea is grown in the hills and picked by hand. ".repeat(20)}</p>
<table><tr><th>Kind</th><th>Price</th></tr><tr><td>Green</td><td>3</td></tr></table>
<form action="/order"><label>Name <input name="name"></label><button>Order</button></form></main>`;

/** A site on loopback that the person allows. */
async function withSite(settings = ""): Promise<{ readonly person: Fixture; readonly site: string }> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://site.example").searchParams.get("name");
    response
      .setHeader("content-type", "text/html")
      .end(name === null ? page : `<title>Ordered</title><h1>Thanks, ${name}</h1>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  const person = newPerson(`network:\n  allow_private: ["127.0.0.1:${port}"]\n${settings}`);
  return { person, site: `http://127.0.0.1:${port}` };
}

test("the built command reads a page as Markdown, and says of one that may not be read why", async () => {
  const { person, site } = await withSite();

  const { stdout, code } = await hermes(person, [
    ...["tools", "call", "web_extract"],
    JSON.stringify({ urls: [`${site}/`, "http://169.254.169.254/"] }),
  ]);

  const { results } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(results[0]).toMatchObject({ url: `${site}/`, title: "Shop" });
  expect(results[0].content).toMatch(/\| Kind\s*\| Price \|/);
  expect(results[0].notes).toBeUndefined();
  expect(results[1].error).toContain("169.254.169.254 is a link-local address");
});

test("the built command drives a browser from call to call, and leaves no process behind", async (context) => {
  needs(context, "chromium");
  const { person, site } = await withSite();
  const calls = [
    { tool: "browser_navigate", args: { url: `${site}/` } },
    { tool: "browser_type", args: { ref: "@e2", text: "Ada", submit: true } },
    { tool: "browser_navigate", args: { url: "http://127.0.0.1:9/" } },
  ];

  const { stdout, code } = await hermes(person, ["tools", "serve"], {
    input: calls.map((call) => `${JSON.stringify(call)}\n`).join(""),
  });

  const [opened, typed, refused] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(opened.snapshot).toContain(`- link "Home" [@e1] → ${site}/home`);
  expect(typed).toMatchObject({ url: `${site}/order?name=Ada`, title: "Ordered" });
  expect(typed.changes).toContain("Thanks, Ada");
  expect(refused.error).toContain("127.0.0.1");
});

test("without a browser the tools say how one is installed", async () => {
  const { person, site } = await withSite("browser: { backend: local, executable: /nowhere/chromium }\n");

  const listed = await hermes(person, ["tools", "list"]);
  const called = await hermes(person, [
    ...["tools", "call", "browser_navigate"],
    JSON.stringify({ url: `${site}/` }),
  ]);

  expect(listed.stdout).toMatch(/browser_click\s+missing: .*\/nowhere\/chromium/);
  expect(called.code).toBe(1);
  expect(JSON.parse(called.stdout).error).toMatch(/chromium/i);
});

test("a site of the person's list is not read, and a list that can't be read closes the web", async () => {
  const { person, site } = await withSite();
  const read = async (settings: string): Promise<string> => {
    const allowed = `network:\n  allow_private: ["${new URL(site).host}"]\n`;
    writeFileSync(
      join(person.home, "config.yaml"),
      `${allowed}security:\n  website_blocklist:\n    enabled: true\n${settings}`,
    );
    return (await hermes(person, ["tools", "call", "web_extract", JSON.stringify({ urls: [`${site}/`] })]))
      .stdout;
  };
  writeFileSync(join(person.home, "sites.txt"), "# ours\n127.0.0.1 # here\n");

  expect(JSON.parse(await read("    shared_files: [sites.txt]\n")).results[0]).toMatchObject({
    blocked_by_policy: { host: "127.0.0.1", rule: "127.0.0.1", source: join(person.home, "sites.txt") },
  });
  expect(await read("    domains: [example.com]\n")).toContain("The tea is grown");
  expect(await read("    shared_files: [missing.txt]\n")).toContain("missing.txt can't be read");
});
