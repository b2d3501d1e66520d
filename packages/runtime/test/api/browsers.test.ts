import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import { temporaryPlace } from "../support/temporary-place.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";
import { jsonOf, serveApi } from "./support.ts";
import type { ServedHome } from "./support.ts";

async function serve(place: TemporaryPlace, page?: string) {
  return await serveApi(place, { model: scripted([]) }, { page });
}

/** Lets a browser in. @returns Its cookie. */
async function enter(served: ServedHome): Promise<string> {
  const { path } = await jsonOf(served.send("/api/links", {}));
  const entered = await fetch(`${served.url}${path}`, { redirect: "manual" });
  return entered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function statusWith(served: ServedHome, cookie: string): Promise<number> {
  return (await fetch(`${served.url}/api/whoami`, { headers: { cookie } })).status;
}

test("a browser that was let in stays so over a restart, and is out once the token was replaced", async () => {
  await using place = await temporaryPlace();
  const file = (name: string): string => join(place.home, "credentials", name);
  let cookie = "";
  {
    await using served = await serve(place);
    cookie = await enter(served);
    expect(await statusWith(served, cookie)).toBe(200);
  }
  {
    await using served = await serve(place);
    expect(await statusWith(served, cookie)).toBe(200);
    expect((await stat(file("api-cookie-key"))).mode & 0o777).toBe(0o600);
  }
  await rm(file("api-token"));
  await using served = await serve(place);

  expect(await statusWith(served, cookie)).toBe(401);
  expect(await statusWith(served, await enter(served))).toBe(200);
});

test("with a damaged key another one is made: browsers need another link", async () => {
  await using place = await temporaryPlace();
  let cookie = "";
  {
    await using served = await serve(place);
    cookie = await enter(served);
  }
  const file = join(place.home, "credentials", "api-cookie-key");
  await writeFile(file, "short");
  await using served = await serve(place);

  expect(await statusWith(served, cookie)).toBe(401);
  expect(await statusWith(served, await enter(served))).toBe(200);
  expect(Buffer.from(await readFile(file, "utf8"), "base64url")).toHaveLength(32);
});

test("the page is what a folder holds, without a token", async () => {
  await using place = await temporaryPlace();
  const page = join(place.root, "page");
  await mkdir(page);
  await writeFile(join(page, "index.html"), "<p>Hello</p>");
  await using served = await serve(place, page);

  const shown = await fetch(served.url);
  const refused = await fetch(`${served.url}/api/sessions`);

  expect([shown.status, await shown.text(), refused.status]).toEqual([200, "<p>Hello</p>", 401]);
});
