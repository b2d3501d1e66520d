import { expect, test } from "vitest";
import { account } from "./signal-place.ts";
import { openSignalServer } from "./signal-server.ts";

const unknown = "+4915112345678";

/** What the daemon of signal-cli 0.13.19 answered to the same requests. */
test.each([
  ["version", {}, { result: { version: "0.13.19" } }],
  ["listAccounts", {}, { result: [] }],
  [
    "send",
    { account: unknown, recipient: ["+4915112345679"], message: "x" },
    error(-32_602, "Specified account does not exist"),
  ],
  [
    "send",
    { recipient: ["+4915112345679"], message: "x" },
    error(-32_602, "Method requires valid account parameter"),
  ],
  ["nope", {}, error(-32_601, "Method not implemented")],
])("%s with %j is answered as signal-cli does", async (method, params, wanted) => {
  const server = await openSignalServer({ account });
  server.world.accounts.pop();
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(`${server.url}/api/v1/rpc`, { method: "POST", body });
  const events = await fetch(`${server.url}/api/v1/events?account=${encodeURIComponent(unknown)}`);
  const check = await fetch(`${server.url}/api/v1/check`);
  await server.close();

  expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 1, ...wanted });
  expect([response.status, events.status, check.status]).toEqual([200, 400, 200]);
});

function error(code: number, message: string): object {
  return { error: { code, message, data: null } };
}
