import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openGatewayLog } from "../src/gateway-log.ts";
import { newPerson } from "./support.ts";

test("a log that is full becomes .1, that one .2, and there is no third", () => {
  const path = join(newPerson().home, "gateway.log");
  const log = openGatewayLog({
    path,
    maxBytes: 10,
    redact: (text) => text.replace("hunter2", "***"),
    now: () => 0,
  });

  for (const message of ["one", "two", "three", "four hunter2"]) log("info", message);

  const said = (name: string): unknown => JSON.parse(readFileSync(name, "utf8"));
  expect(said(path)).toEqual({ at: "1970-01-01T00:00:00.000Z", level: "info", message: "four ***" });
  expect(said(`${path}.1`)).toMatchObject({ message: "three" });
  expect(said(`${path}.2`)).toMatchObject({ message: "two" });
  expect(existsSync(`${path}.3`)).toBe(false);
});

test("an error is logged with its message", () => {
  const path = join(newPerson().home, "gateway.log");
  const log = openGatewayLog({ path, redact: (text) => text });

  log("error", "It failed.", { error: new TypeError("No disk.") });

  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ error: "TypeError: No disk." });
});

test("what can't be written stops nobody", () => {
  const file = join(newPerson().home, "file");
  writeFileSync(file, "");
  const log = openGatewayLog({ path: join(file, "gateway.log"), redact: (text) => text });

  expect(() => log("error", "lost")).not.toThrow();
});
