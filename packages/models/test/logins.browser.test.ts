import { expect, test } from "vitest";
import { browserLogin } from "../src/logins/index.ts";
import { loginServerWith, serverAt } from "./support/login-servers.ts";

const signal = new AbortController().signal;

/** A browser that fails is a test that fails: nobody answers. */
function failTest(error: unknown): void {
  expect.unreachable(String(error));
}

test("a browser login takes the code that belongs to it, with PKCE, and closes its port", async () => {
  const server = await loginServerWith();
  const strangers: number[] = [];
  let redirect = "";

  const login = await browserLogin(serverAt(server.url, "huggingface", "my-client"), {
    signal,
    show: (page) => {
      redirect = new URL(page).searchParams.get("redirect_uri") ?? "";
      visit(page, strangers).catch(failTest);
    },
  });

  expect(login).toMatchObject({ accessToken: "access-token-2", refreshToken: "refresh-token-2" });
  expect(strangers).toEqual([400, 400, 400]);
  const [authorize, token] = server.requests;
  expect(authorize?.fields).toMatchObject({
    response_type: "code",
    client_id: "my-client",
    scope: "inference-api",
    code_challenge_method: "S256",
  });
  expect(redirect).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  expect(token?.fields).toMatchObject({ grant_type: "authorization_code", client_id: "my-client" });
  await expect(fetch(redirect)).rejects.toThrow("fetch failed");
});

/** Others come before the person's browser does. */
async function visit(page: string, strangers: number[]): Promise<void> {
  const back = new URL(page).searchParams.get("redirect_uri") ?? "";
  for (const url of [`${back}?code=stolen&state=guessed`, `${back}?code=stolen`, new URL("/", back).href])
    strangers.push((await fetch(url)).status);
  await fetch(page);
}

test("the login of OpenRouter gets a key for the code, and its state is in the address", async () => {
  const server = await loginServerWith();
  let callback = "";

  const login = await browserLogin(serverAt(server.url, "openrouter"), {
    signal,
    show: (page) => {
      const url = new URL(page);
      callback = url.searchParams.get("callback_url") ?? "";
      expect([...url.searchParams.keys()].toSorted()).toEqual([
        "callback_url",
        "code_challenge",
        "code_challenge_method",
      ]);
      fetch(page).catch(failTest);
    },
  });

  expect(login).toEqual({ accessToken: "sk-or-key-1" });
  expect(callback).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\/[\w-]{40,}$/);
  expect(server.requests.at(-1)).toMatchObject({
    method: "POST",
    path: "/keys",
    fields: { code: "code-1", code_challenge_method: "S256" },
  });
});

test("over ssh the address that the browser ended at is pasted; one of another login is asked for again", async () => {
  const server = await loginServerWith();
  const asked: (string | undefined)[] = [];
  let page = "";
  const paste = async (_: AbortSignal, wrong?: string): Promise<string> => {
    asked.push(wrong);
    if (asked.length === 1) return "http://127.0.0.1:1/callback?code=other&state=old";
    if (asked.length === 2) return "no address";
    const answer = await fetch(page, { redirect: "manual" });
    return `  ${answer.headers.get("location")}\n`;
  };

  const login = await browserLogin(serverAt(server.url, "huggingface", "c"), {
    signal,
    paste,
    show: (url) => {
      page = url;
    },
  });

  expect(login.accessToken).toBe("access-token-2");
  expect(asked).toEqual([
    undefined,
    expect.stringContaining("belongs to an earlier one"),
    expect.stringContaining("neither an address nor a code"),
  ]);
});

test("a code alone can be pasted", async () => {
  const server = await loginServerWith();
  let page = "";

  const login = await browserLogin(serverAt(server.url, "openrouter"), {
    signal,
    show: (url) => {
      page = url;
    },
    paste: async () => {
      const answer = await fetch(page, { redirect: "manual" });
      return new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
    },
  });

  expect(login.accessToken).toBe("sk-or-key-1");
});

test.each([
  ["denied in the browser", "access_denied", "LOGIN_DENIED"],
  ["refused in the browser", "invalid_scope", "LOGIN_REFUSED"],
])("a login that is %s ends at once", async (_, error, code) => {
  const server = await loginServerWith();

  const login = browserLogin(serverAt(server.url, "huggingface", "c"), {
    signal,
    show: (page) => {
      const { redirect_uri, state } = Object.fromEntries(new URL(page).searchParams);
      fetch(`${redirect_uri}?error=${error}&state=${state}`).catch(failTest);
    },
  });

  await expect(login).rejects.toMatchObject({ code });
});

test("a browser that never comes back is waited for until the limit, and a person who leaves ends the login", async () => {
  const server = await loginServerWith();
  const target = serverAt(server.url, "openrouter");
  const left = async (): Promise<never> => {
    throw new Error("the person left");
  };

  const late = browserLogin(target, { signal, show: () => undefined, limitMs: 5 });
  await expect(late).rejects.toMatchObject({ code: "LOGIN_EXPIRED" });
  await expect(browserLogin(target, { signal, show: () => undefined, paste: left })).rejects.toThrow(
    "the person left",
  );
  const control = new AbortController();
  const aborted = browserLogin(target, {
    signal: control.signal,
    show: () => control.abort(new Error("enough")),
  });
  await expect(aborted).rejects.toThrow("enough");
});

test("a code that is refused ends the login, and what was sent is in no error", async () => {
  const server = await loginServerWith({
    script: ({ path, fields }) =>
      path === "/authorize" ? undefined : { status: 400, body: { error: "invalid_grant", echo: fields } },
  });

  for (const provider of ["openrouter", "huggingface"]) {
    const login = browserLogin(serverAt(server.url, provider, "c"), {
      signal,
      show: (page) => void fetch(page).catch(failTest),
    });
    const error: unknown = await login.catch((reason: unknown) => reason);

    expect(error).toMatchObject({ code: "LOGIN_REFUSED" });
    expect(JSON.stringify(error) + String(error)).not.toMatch(/code-\d/);
    expect(error).not.toHaveProperty("cause");
  }
});
