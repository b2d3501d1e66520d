// A server over stdio whose tool does one thing with the machine, and says how that went.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

const deeds = {
  read: (path) => readFileSync(path, "utf8"),
  write(path) {
    writeFileSync(path, "written");
    return "written";
  },
  environment: () => JSON.stringify(process.env),
  direct: (address) => get(address, {}),
  // As programs that obey these variables do, also for an address of this machine.
  async proxied(address) {
    if (process.env.HTTP_PROXY === undefined) return "no proxy";
    const { hostname, port } = new URL(process.env.HTTP_PROXY);
    return await get(address, { hostname, port, path: address, headers: { Host: new URL(address).host } });
  },
  // Gone from its group and its session: only a jail, or whoever knows it, ends it.
  leave(seconds) {
    spawn("sleep", [seconds], { detached: true, stdio: "ignore" }).unref();
    return "left";
  },
  run: (line) => execFileSync("sh", ["-c", line], { encoding: "utf8" }),
};

function get(address, more) {
  return new Promise((resolve, reject) => {
    const asked = request(address, { ...more, agent: false, timeout: 5_000 }, (response) => {
      let text = "";
      response
        .on("data", (piece) => (text += piece))
        .on("end", () => resolve(`${response.statusCode} ${text}`));
    });
    asked
      .on("error", reject)
      .on("timeout", () => asked.destroy(new Error("no answer")))
      .end();
  });
}

async function act({ deed, on }) {
  try {
    return { content: [{ type: "text", text: String(await deeds[deed](on)) }] };
  } catch (error) {
    return { isError: true, content: [{ type: "text", text: error.code ?? error.message }] };
  }
}

const answers = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "reaching-server", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [{ name: "act", description: "Acts.", inputSchema: { type: "object" } }] }),
  "tools/call": ({ arguments: args }) => act(args),
};

async function serve(line) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  if (answer === undefined) send({ id, error: { code: -32601, message: "Method not found" } });
  else send({ id, result: await answer(params) });
}

createInterface({ input: process.stdin }).on(
  "line",
  (line) => void serve(line).catch((error) => process.stderr.write(`${error}\n`)),
);
