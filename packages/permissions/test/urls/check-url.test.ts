import { expect, test } from "vitest";
import { checkUrl } from "../../src/index.ts";

const resolve = async (): Promise<readonly string[]> => ["93.184.216.34"];

test.each([
  "http://2130706433/",
  "http://017700000001/",
  "http://127.1/",
  "http://0/",
  "http://①②⑦.⓪.⓪.①/",
  "http://127。0。0。1/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::127.0.0.1]/",
  "http://[64:ff9b::127.0.0.1]",
  "http://[64:ff9b:1::10.0.0.1]",
  "http://[2002:7f00:1::]/",
  "http://[2001:0:7f00:1::1]/",
  "http://[2a00::5efe:10.0.0.1]/",
  "http://[::ffff:0:127.0.0.1]/",
  "http://168.63.129.16/",
  "http://[fd00:ec2::254]/",
  "http://100.100.100.200/",
  "http://192.0.0.192/",
  "http://localhost./",
  "http://foo.localhost/",
  "http://example.com@127.0.0.1/",
  "http://a:b@example.com/",
  "http://@example.com/",
  "http://exa\u0000mple.com",
  "http://example.com\\@127.0.0.1/",
  "gopher://127.0.0.1",
  "ws://example.com",
  "data:text/html,x",
  "http:127.0.0.1",
  "http://",
  "",
  "//127.0.0.1",
  "http://example.com:22/",
  "http://loc\u00adalhost/",
  "http://[::]/",
  "http://255.255.255.255",
  "http://224.0.0.1",
  "http://[ff02::1]",
  "http://metadata.google.internal./",
  "http://[fe80::a9fe:a9fe]/",
])("refuses %j", async (url) => {
  expect(await checkUrl(url, { resolve })).toMatchObject({ allow: false });
});

test.each([
  "https://example.com",
  "http://1.1.1.1/",
  "http://[2606:4700::1111]/",
  "https://exämple.com/a b?x=1",
  "https://example.com:8443/a#b",
  "https://example.com/@user/x",
  "https://example.com/?u=http://127.0.0.1/",
  "https://example.com./",
  "http://[::ffff:1.1.1.1]/",
  "HTTPS://Example.COM",
])("allows %j and says where it leads", async (url) => {
  expect(await checkUrl(url, { resolve })).toMatchObject({ allow: true, address: expect.any(String) });
});

test("one private answer among public ones is enough to refuse", async () => {
  const verdict = await checkUrl("https://a.example", { resolve: async () => ["93.184.216.34", "10.0.0.1"] });
  expect(verdict).toMatchObject({ allow: false, reason: expect.stringContaining("10.0.0.1") });
});

test("a name whose second answer is private is refused", async () => {
  let look = 0;
  const verdict = await checkUrl("https://a.example", {
    resolve: async () => [look++ === 0 ? "93.184.216.34" : "127.0.0.1"],
  });
  expect(verdict.allow).toBe(false);
});

test("a sixth redirect is refused, a fifth is not", async () => {
  const hops = (count: number): string[] => Array.from({ length: count }, (_, index) => `/hop${index}`);
  expect((await checkUrl("https://a.example", { resolve, redirects: hops(5) })).allow).toBe(true);
  expect((await checkUrl("https://a.example", { resolve, redirects: hops(6) })).allow).toBe(false);
});

test("hosts, ports and networks of the person's own can be allowed; metadata services can't", async () => {
  const home = async (): Promise<readonly string[]> => ["192.168.1.5"];
  const allow = [
    "nas.lan",
    "localhost:8080",
    "10.1.0.0/16",
    "169.254.0.0/16",
    "[fd00::1]:443",
    "metadata.google.internal",
  ];
  const asked = async (url: string, answers = home): Promise<boolean> =>
    (await checkUrl(url, { resolve: answers, allow })).allow;
  expect(await asked("http://nas.lan/")).toBe(true);
  expect(await asked("http://nas.lan/", async () => ["169.254.169.254"])).toBe(false);
  expect(await asked("http://localhost:8080/", async () => ["127.0.0.1"])).toBe(true);
  expect(await asked("http://localhost:8081/", async () => ["127.0.0.1"])).toBe(false);
  expect(await asked("http://10.1.2.3/")).toBe(true);
  expect(await asked("http://10.2.2.3/")).toBe(false);
  expect(await asked("https://[fd00::1]/")).toBe(true);
  expect(await asked("http://169.254.169.254/")).toBe(false);
  expect(await asked("http://metadata.google.internal/")).toBe(false);
  await expect(checkUrl("http://a.example", { resolve, allow: ["a b"] })).rejects.toMatchObject({
    code: "NETWORK_BAD_ALLOW",
  });
});
