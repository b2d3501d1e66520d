import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { browsing, call, openSetting, type Setting } from "./support/setting.ts";

async function loggedIn(): Promise<Setting> {
  const setting = await openSetting();
  await setting.auth().login(browsing());
  setting.authorization.asked.length = 0;
  return setting;
}

test("a token that has expired is renewed, and the request sent again", async () => {
  await using setting = await loggedIn();
  const auth = setting.auth();

  const statuses: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    setting.authorization.expire();
    statuses.push(await call(auth, setting.server.url));
  }

  expect(statuses).toEqual([200, 200, 200]);
  expect(setting.authorization.of("/token")).toMatchObject(
    Array.from({ length: 3 }, () => ({ grant_type: "refresh_token", resource: setting.server.url })),
  );
});

test("requests that are refused at once renew once", async () => {
  await using setting = await loggedIn();
  const auth = setting.auth();
  setting.authorization.expire();

  const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => call(auth, setting.server.url)));

  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  expect(setting.authorization.of("/token")).toHaveLength(1);
});

test("two processes renew once", async () => {
  await using setting = await loggedIn();
  const { authorization, server } = setting;
  let renewing = 0;
  const both = Promise.withResolvers<void>();
  server.faults.onMetadata = () => {
    renewing += 1;
    if (renewing === 2) both.resolve();
  };
  authorization.faults.beforeToken = () => both.promise;
  authorization.expire();

  const said = await Promise.all([1, 2].map(() => callInProcess(setting)));

  expect(said).toEqual(["200", "200"]);
  expect(authorization.of("/token")).toHaveLength(1);
});

test("a request that is refused after another process has renewed asks nobody", async () => {
  await using setting = await loggedIn();
  const { authorization, server } = setting;
  authorization.expire();
  server.faults.beforeRefusal = async () => {
    server.faults.beforeRefusal = undefined;
    await call(setting.auth(), server.url);
  };

  const status = await call(setting.auth(), server.url);

  expect(status).toBe(200);
  expect(authorization.of("/.well-known/oauth-authorization-server")).toHaveLength(1);
});

async function callInProcess({ folder, server }: Setting): Promise<string> {
  const program = fileURLToPath(new URL("support/call-once.ts", import.meta.url));
  const args = ["--conditions=@hermes/source", "--no-warnings", program, folder, server.url];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (piece: Buffer) => (said += piece.toString("utf8")));
  await once(child, "close");
  return said;
}

test("a login that is over is answered with 401, and not tried again", async () => {
  await using setting = await loggedIn();
  setting.authorization.expire();
  setting.authorization.revoke();
  const auth = setting.auth();

  const statuses = [await call(auth, setting.server.url), await call(auth, setting.server.url)];

  expect(statuses).toEqual([401, 401]);
  expect(setting.authorization.of("/token")).toHaveLength(1);
  expect(auth.isLoggedIn()).toBe(false);
});

test("a person who is there logs in again when the login is over", async () => {
  await using setting = await loggedIn();
  setting.authorization.expire();
  setting.authorization.revoke();
  const person = browsing();

  const status = await call(setting.auth({ person }), setting.server.url);

  expect(status).toBe(200);
  expect(person.opened).toHaveLength(1);
  expect(setting.authorization.of("/register")).toEqual([]);
});

test("a fault of the authorization server leaves the login as it is", async () => {
  await using setting = await loggedIn();
  const auth = setting.auth();
  setting.authorization.expire();
  setting.authorization.faults.token = { status: 503, body: {} };
  await expect(call(auth, setting.server.url)).rejects.toMatchObject({
    code: "LOGIN_UNREACHABLE",
    message: expect.stringContaining("503"),
  });
  setting.authorization.faults.token = undefined;

  const status = await call(auth, setting.server.url);

  expect(status).toBe(200);
});

test("a token that is refused right after its renewal is not renewed again for this request", async () => {
  await using setting = await loggedIn();
  setting.authorization.faults.givesExpired = true;
  setting.authorization.expire();

  const status = await call(setting.auth(), setting.server.url);

  expect(status).toBe(401);
  expect(setting.authorization.of("/token")).toHaveLength(1);
});

test("a scope that is missing is asked for beside those that were given", async () => {
  await using setting = await loggedIn();
  setting.server.faults.scope = "write";
  const person = browsing();

  const status = await call(setting.auth({ person }), setting.server.url);

  expect(status).toBe(200);
  expect(setting.authorization.of("/authorize")).toMatchObject([{ scope: "read write" }]);
});

test("a scope that is refused although it was given is asked for once", async () => {
  await using setting = await loggedIn();
  setting.server.faults.scope = "never given";
  const person = browsing();
  const auth = setting.auth({ person });

  const statuses = [await call(auth, setting.server.url), await call(auth, setting.server.url)];

  expect(statuses).toEqual([403, 403]);
  expect(person.opened).toHaveLength(1);
});

test("without a person a missing scope is answered with 401, and the next login asks for it", async () => {
  await using setting = await loggedIn();
  setting.server.faults.scope = "write";
  const status = await call(setting.auth(), setting.server.url);

  await setting.auth().login(browsing());

  expect(status).toBe(401);
  expect(setting.authorization.of("/authorize")).toMatchObject([{ scope: "read write" }]);
  expect(await call(setting.auth(), setting.server.url)).toBe(200);
});

test("a request that is aborted does not wait for a login, and the login goes on", async () => {
  await using setting = await openSetting();
  const opened = Promise.withResolvers<string>();
  const person = browsing({
    open: async (url) => {
      opened.resolve(url);
      return true;
    },
  });
  const auth = setting.auth({ person });
  const controller = new AbortController();
  const aborted = auth.fetch(setting.server.url, { method: "POST", body: "{}", signal: controller.signal });
  const patient = call(auth, setting.server.url);
  const page = await opened.promise;

  controller.abort(new Error("enough"));

  await expect(aborted).rejects.toThrow("enough");
  await fetch(page);
  expect(await patient).toBe(200);
});
