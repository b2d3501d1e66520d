import { expect, test } from "vitest";
import { isSafeAddress } from "../../src/oauth/safe-address.ts";

const outside = new URL("https://files.example/mcp");
const inside = new URL("http://127.0.0.1:8080/mcp");

test.each([
  ["https://login.example/token", true],
  ["https://[2606:4700::1111]/token", true],
  ["http://login.example/token", false],
  ["https://user@login.example/token", false],
  ["ftp://login.example/token", false],
  ["not an address", false],
  ["http://localhost:1/token", false],
  ["https://localhost/token", false],
  ["https://login.localhost/token", false],
  ["https://127.0.0.1/token", false],
  ["https://0x7f.1/token", false],
  ["https://2130706433/token", false],
  ["https://169.254.169.254/latest", false],
  ["https://10.1.2.3/token", false],
  ["https://172.31.0.1/token", false],
  ["https://192.168.1.1/token", false],
  ["https://100.64.0.1/token", false],
  ["https://0.0.0.0/token", false],
  ["https://[::1]/token", false],
  ["https://[::]/token", false],
  ["https://[::ffff:127.0.0.1]/token", false],
  ["https://[::ffff:a01:203]/token", false],
  ["https://[fe80::1]/token", false],
  ["https://[fd00::1]/token", false],
])("a server out in the world names %s: %s", (address, safe) => {
  expect(isSafeAddress(address, outside)).toBe(safe);
});

test.each([
  ["http://127.0.0.1:9000/token", true],
  ["http://localhost:9000/token", true],
  ["http://[::1]:9000/token", true],
  ["https://10.1.2.3/token", true],
  ["http://10.1.2.3/token", false],
  ["http://login.example/token", false],
  ["https://login.example/token", true],
])("a server on this machine names %s: %s", (address, safe) => {
  expect(isSafeAddress(address, inside)).toBe(safe);
});
