import { expect, test } from "vitest";
import { outcome, ProxyPlace } from "../support/proxy-place.ts";

test("where the network wants a proxy, that is used, but for what it is not wanted for", async () => {
  await using place = new ProxyPlace();
  const direct = await place.serve();
  const seen: string[] = [];
  const upstream = await place.serveRaw((socket) => {
    socket.once("data", (bytes: Buffer) => {
      const [line = ""] = bytes.toString().split("\r\n");
      seen.push(line, /proxy-authorization: (.*)/i.exec(bytes.toString())?.[1] ?? "");
      const isRefused = line.includes("closed.test");
      socket.end(
        isRefused ? "HTTP/1.1 407 No\r\n\r\n" : "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nfrom there",
      );
    });
  });
  const options = {
    hosts: ["far.test", "closed.test", "near.test", `localhost:${direct}`, "169.254.169.254"],
    privateHosts: [`own.near.test:${direct}`],
    resolve: async () => ["127.0.0.1"],
    env: {
      https_proxy: `http://me:p%40ss@127.0.0.1:${upstream}`,
      HTTP_PROXY: `127.0.0.1:${upstream}`,
      NO_PROXY: ".near.test",
    },
  };
  const proxy = await place.open(options);

  const answers = [
    await place.say("CONNECT far.test:443 HTTP/1.1\r\n\r\n", "from there"),
    await place.connectTo("closed.test:443"),
    await place.get("http://far.test/page?x"),
    await place.get(`http://own.near.test:${direct}/`),
    await place.get(`http://localhost:${direct}/`),
    await place.get("http://169.254.169.254/"),
    await place.connectTo("other.test:443"),
  ];
  await proxy.close();
  await place.open({ ...options, env: { ALL_PROXY: "socks5://127.0.0.1:1" } });
  answers.push(await place.connectTo("far.test:443"));

  const statuses = answers.map((answer) => answer.slice(9, 12));
  expect(statuses).toEqual(["200", "502", "200", "200", "200", "403", "403", "502"]);
  expect(answers[0]).toMatch(/from there$/);
  expect(seen).toEqual([
    ...["CONNECT far.test:443 HTTP/1.1", `Basic ${Buffer.from("me:p@ss").toString("base64")}`],
    ...["CONNECT closed.test:443 HTTP/1.1", expect.any(String)],
    ...["GET http://far.test:80/page?x HTTP/1.1", ""],
  ]);
  expect(outcome(answers[7] ?? "").body).toContain("none of HTTP");
});
