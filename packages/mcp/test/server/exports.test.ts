import * as server from "../../src/server/index.ts";
import { expect, test } from "vitest";

test("the server exports exactly these values", () => {
  expect(Object.keys(server).sort()).toEqual([
    "createHermesServer",
    "maxBodyBytes",
    "serveHttp",
    "serveStdio",
  ]);
});
