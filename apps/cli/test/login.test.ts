import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LoginServerOptions, startLoginServer, type TestLoginServer } from "@hermes/models/testing";
import { expect, onTestFinished, test } from "vitest";
import { hermes, outcomeOf, startHermes } from "./support/hermes.ts";
import { personWithModel, type ScriptedPerson } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

const secrets = /(?:access|refresh)-token-\d|sk-or-key-\d|the-device-code/;

/** A person whose settings name a server of logins on this machine. */
async function personWithLogins(
  options: LoginServerOptions = {},
): Promise<ScriptedPerson & { readonly logins: TestLoginServer; readonly at: readonly string[] }> {
  const logins = await startLoginServer(options);
  onTestFinished(() => logins.close());
  const { url } = logins;
  const person = await personWithModel(({ headers }) =>
    headers["authorization"]?.includes("-token-") ? { text: "Hello." } : { status: 401 },
  );
  const settings = {
    nous: { device_url: `${url}/device`, token_url: `${url}/token`, revoke_url: `${url}/revoke` },
    openrouter: { authorize_url: `${url}/authorize`, token_url: `${url}/keys` },
  };
  const config = join(person.home, "config.yaml");
  writeFileSync(config, `${readFileSync(config, "utf8")}logins: ${JSON.stringify(settings)}\n`);
  return { ...person, logins, at: ["--base-url", person.server.openaiUrl] };
}

test("a person logs in with a code, is answered by the token, sees when it is renewed, and logs out", async () => {
  const person = await personWithLogins({ refreshTokenHeader: "x-nous-refresh-token" });

  const login = await hermes(person, ["login", "nous", ...person.at]);
  const answer = await hermes(person, ["-q", "hi"]);
  const status = await hermes(person, ["auth", "status"]);
  const list = await hermes(person, ["auth", "list", "--json"]);
  const logout = await hermes(person, ["logout"]);
  const again = await hermes(person, ["logout"]);

  expect(login).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Logged in to Nous Portal: login …en-1 \(\w+\), renewed at [\d: -]+; it is sent to http:\/\/127/,
    ),
  });
  expect(login.stderr).toContain(
    `Open ${person.logins.url}/activate on any device, and enter the code WDJB-MJHT`,
  );
  expect(answer).toMatchObject({ code: 0, stdout: "Hello.\n" });
  expect(status.stdout).toMatch(/\nlogin to nous, login …en-1: ok, renewed at \d{4}-/);
  expect(JSON.parse(list.stdout)).toMatchObject([{ provider: "nous", kind: "oauth", renews: true }]);
  expect(logout).toMatchObject({
    code: 0,
    stdout: "Logged out of nous: login is forgotten, and ended there too.\n",
  });
  expect(person.logins.requests.at(-1)).toMatchObject({
    path: "/revoke",
    fields: { token: "refresh-token-1" },
  });
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no login.") });
  expect(statSync(join(person.home, "auth.json")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(person.home, "auth.json"), "utf8")).not.toMatch(secrets);
  for (const { stdout, stderr } of [login, answer, status, list, logout, again])
    expect(stdout + stderr).not.toMatch(secrets);
});

test("two programs whose token has ended renew it once, and one whose login is over says what to do", async () => {
  const person = await personWithLogins({ refreshTokenHeader: "x-nous-refresh-token" });
  await hermes(person, ["login", "nous", ...person.at]);
  const path = join(person.home, "auth.json");
  const end = (fields: object): void => {
    const content = JSON.parse(readFileSync(path, "utf8"));
    Object.assign(content.credential_pool.nous[0], fields);
    writeFileSync(path, JSON.stringify(content));
  };
  end({ expires_at: 1 });

  const both = await Promise.all([hermes(person, ["-q", "one"]), hermes(person, ["-q", "two"])]);
  const renewals = person.logins.requests.filter(({ fields }) => fields["grant_type"] === "refresh_token");
  end({ expires_at: 1, refresh_token: "long-gone" });
  const over = await hermes(person, ["-q", "three"]);
  const list = await hermes(person, ["auth", "list"]);

  expect(both.map(({ stdout }) => stdout)).toEqual(["Hello.\n", "Hello.\n"]);
  expect(renewals).toHaveLength(1);
  expect(over).toMatchObject({ code: 1, stderr: expect.stringContaining("Log in again: hermes login nous") });
  expect(list.stdout).toContain("over (invalid_grant): hermes login nous");
});

test("a login in a browser that BROWSER names gives a key, and logging out says where it is ended", async () => {
  const person = await personWithLogins();
  const browser = join(person.home, "browser");
  writeFileSync(
    browser,
    `#!${process.execPath}\nfetch(process.argv[3]).then((answer) => answer.text()).then((text) => require("node:fs").writeFileSync(process.argv[2], text));\n`,
  );
  chmodSync(browser, 0o700);
  const page = join(person.home, "page");

  const login = await hermes(person, ["login", "openrouter", "--json"], {
    env: { BROWSER: `/no/such/browser:${browser} ${page} %s` },
  });
  const logout = await hermes(person, ["logout", "openrouter", "--json"]);

  expect(login.code).toBe(0);
  expect(JSON.parse(login.stdout)).toMatchObject({ provider: "openrouter", label: "login", ending: "…" });
  expect(login.stderr).toContain("It was opened in your browser.");
  expect(JSON.parse(logout.stdout)).toMatchObject([{ provider: "openrouter", revoked: false }]);
  expect(logout.stderr).toContain("https://openrouter.ai/settings/keys");
});

test("a login that is interrupted keeps nothing", async () => {
  const person = await personWithLogins({
    script: ({ path }) =>
      path === "/token" ? { status: 400, body: { error: "authorization_pending" } } : undefined,
  });

  for (const provider of ["nous", "openrouter"]) {
    const child = startHermes(person, ["login", provider, "--no-open"]);
    const outcome = outcomeOf(child);
    await new Promise<void>((resolve) => {
      child.stderr?.on("data", (text: string) => {
        if (text.includes("Ctrl-C")) resolve();
      });
      child.once("close", () => resolve());
    });
    child.kill("SIGINT");

    expect(await outcome).toMatchObject({ code: 130, stdout: "" });
  }
  expect(existsSync(join(person.home, "auth.json"))).toBe(false);
});

test.skipIf(!hasTerminals)(
  "over ssh the address of the browser is pasted, and Ctrl-C at the question keeps nothing",
  async () => {
    const person = await personWithLogins();
    const left = openTestTerminal(person, ["login", "openrouter"]);
    await left.shows("❯ address or code: ");
    left.type("\u0003");
    expect(await left.exitCode).toBe(130);
    expect(existsSync(join(person.home, "auth.json"))).toBe(false);

    const terminal = openTestTerminal(person, ["login", "openrouter"]);
    await terminal.shows("❯ address or code: ");
    const page = /http\S+authorize\?\S+(?:\r?\n\S+)*/.exec(terminal.text())?.[0].replaceAll(/\s/g, "") ?? "";
    const answer = await fetch(page, { redirect: "manual" });
    terminal.type(`${answer.headers.get("location")}\r`);

    expect(await terminal.exitCode).toBe(0);
    expect(terminal.text()).toContain("Logged in to OpenRouter: login");
    expect(terminal.text()).not.toMatch(secrets);
  },
);

test.each([
  ["nobody is named", ["login"], 2, "Whose login? There are logins to nous, openrouter, huggingface"],
  ["the provider is unknown", ["login", "nuos"], 2, "Did you mean nous"],
  ["the provider has none", ["login", "groq"], 1, "hermes auth add groq"],
  ["a client is missing", ["login", "huggingface"], 1, "logins.huggingface.client_id"],
  ["there is only a code", ["login", "nous", "--browser"], 2, "Leave out --browser"],
])("hermes login says what to do where %s", async (_, args, code, said) => {
  const outcome = await hermes(await personWithLogins(), args);

  expect(outcome).toMatchObject({ code, stderr: expect.stringContaining(said) });
});
