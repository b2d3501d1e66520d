import { expect, test } from "vitest";
import { browsing, call, openSetting } from "./support/setting.ts";

/** Where a browser ends that runs on another machine. */
async function endOf(url: string): Promise<string> {
  const response = await fetch(url, { redirect: "manual" });
  return response.headers.get("location") ?? "";
}

test("what is pasted logs in where no browser can come back", async () => {
  await using setting = await openSetting();
  const shown = Promise.withResolvers<string>();
  const person = browsing({
    open: async (url) => {
      shown.resolve(url);
      return false;
    },
    paste: async () => `  ${await endOf(await shown.promise)}\n`,
  });

  await setting.auth().login(person);

  expect(await call(setting.auth(), setting.server.url)).toBe(200);
});

test("what is no answer to this login is asked for again, with what is wrong", async () => {
  await using setting = await openSetting();
  const shown = Promise.withResolvers<string>();
  const said: (string | undefined)[] = [];
  const person = browsing({
    open: async (url) => {
      shown.resolve(url);
      return false;
    },
    paste: async ({ wrong }) => {
      said.push(wrong);
      if (said.length === 1) return "code-1234";
      if (said.length === 2) return "http://127.0.0.1:1/callback?code=x&state=of-an-earlier-one";
      return await endOf(await shown.promise);
    },
  });

  await setting.auth().login(person);

  expect(said).toEqual([
    undefined,
    expect.stringContaining("no address"),
    expect.stringContaining("no answer to this login"),
  ]);
});

test("a callback without the state of the login is refused, and the login waits on", async () => {
  await using setting = await openSetting();
  const statuses: number[] = [];
  const person = browsing({
    open: async (url) => {
      const right = new URL(await endOf(url));
      for (const state of [undefined, "guessed", right.searchParams.get("state") ?? ""]) {
        const back = new URL(right);
        back.searchParams.delete("state");
        if (state !== undefined) back.searchParams.set("state", state);
        statuses.push((await fetch(back)).status);
      }
      return true;
    },
  });

  await setting.auth().login(person);

  expect(statuses).toEqual([400, 400, 200]);
});

test("a callback is answered once", async () => {
  await using setting = await openSetting();
  const second = Promise.withResolvers<number | string>();
  const person = browsing({
    open: async (url) => {
      const back = await endOf(url);
      await fetch(back);
      fetch(back).then(
        ({ status }) => second.resolve(status),
        () => second.resolve("closed"),
      );
      return true;
    },
  });

  await setting.auth().login(person);

  expect(await second.promise).not.toBe(200);
  expect(setting.authorization.of("/token")).toHaveLength(1);
});

test("a login that nobody says yes to ends in time, and its port is free again", async () => {
  await using setting = await openSetting();
  const person = browsing({ open: async () => true, limitMs: 30 });
  const login = setting.auth().login(person);

  await expect(login).rejects.toMatchObject({ code: "LOGIN_EXPIRED" });

  const [asked] = setting.authorization.of("/register");
  const { redirect_uris } = JSON.parse(asked?.["body"] ?? "{}");
  await expect(fetch(redirect_uris[0])).rejects.toThrow();
});

test("a login that is aborted ends with the reason", async () => {
  await using setting = await openSetting();
  const controller = new AbortController();
  const reason = new Error("Ctrl-C");
  const person = browsing({
    signal: controller.signal,
    open: async () => {
      controller.abort(reason);
      return true;
    },
  });

  const login = setting.auth().login(person);

  await expect(login).rejects.toBe(reason);
});

test("a no of the person is told as such", async () => {
  await using setting = await openSetting();
  setting.authorization.faults.callback = { code: undefined, error: "access_denied" };

  const login = setting.auth().login(browsing());

  await expect(login).rejects.toMatchObject({ code: "LOGIN_DENIED" });
  expect(setting.authorization.of("/token")).toEqual([]);
});

test("the browser comes back to the port of the settings, or the login says that it is taken", async () => {
  await using setting = await openSetting();
  await using other = await openSetting();
  const free = Number(new URL(other.server.origin).port);
  const transport = {
    type: "http",
    url: setting.server.url,
    headers: {},
    oauth: { redirectPort: free },
  } as const;
  await expect(setting.auth({ transport }).login(browsing())).rejects.toMatchObject({
    code: "LOGIN_REFUSED",
    message: expect.stringContaining(String(free)),
  });
  await other.server[Symbol.asyncDispose]();

  await setting.auth({ transport }).login(browsing());

  expect(setting.authorization.of("/authorize")).toMatchObject([
    { redirect_uri: `http://127.0.0.1:${free}/callback` },
  ]);
});
