import { javascript } from "./attempt.ts";
import type { Attempt } from "./attempt.ts";

/** Ways that only Deno has, or that only its permissions could miss. */
export const denoAttempts: readonly Attempt[] = [
  ["passwords of the machine", `seen(fs.readFileSync("/etc/passwd")); escaped("read");`],
  ["a path with dots", `seen(Deno.readTextFileSync(process.cwd() + "/../../.." + facts.secret));`],
  ["a folder that it moved to", `Deno.chdir(facts.outside); seen(Deno.readTextFileSync("secret.txt"));`],
  ["a file by fetch", `seen(await (await fetch("file://" + facts.secret)).text());`],
  ["a file as a blob", `seen(await (await fs.openAsBlob(facts.secret)).text());`],
  ["a copy of a file", `fs.copyFileSync(facts.secret, "copy"); seen(fs.readFileSync("copy"));`],
  ["a file under another name", `Deno.renameSync(facts.secret, "moved"); seen(fs.readFileSync("moved"));`],
  ["a hard link", `Deno.linkSync(facts.secret, "linked"); seen(fs.readFileSync("linked"));`],
  ["a symbolic link", `Deno.symlinkSync(facts.outside, "out"); seen(fs.readFileSync("out/secret.txt"));`],
  ["its environment by a file", `seen(Deno.readTextFileSync("/proc/self/environ")); escaped("read");`],
  ["all variables", `seen(JSON.stringify(Deno.env.toObject())); if (Deno.env.get("USER")) escaped("read");`],
  ["a file that is written outside", `fs.writeFileSync(facts.outside + "/new", "x"); escaped("written");`],
  ["a file beside its scratch folder", `fs.writeFileSync("../new", "x"); escaped("written");`],
  ["its start program", `fs.appendFileSync("../start.cjs", ""); escaped("opened");`],
  [
    "a database outside",
    `const { DatabaseSync } = await import("node:sqlite"); const base = new DatabaseSync(":memory:"); base.exec("attach '" + facts.outside + "/new.db' as a; create table a.b (c)"); escaped("made");`,
  ],
  [
    "a database by VACUUM",
    `const { DatabaseSync } = await import("node:sqlite"); new DatabaseSync("own.db").exec("vacuum into '" + facts.outside + "/new.db'"); escaped("made");`,
  ],
  ["a program", `if (new Deno.Command("/bin/true").outputSync().success) escaped("ran");`],
  [
    "a program by the module of Node",
    `const { spawnSync } = await import("node:child_process"); if (spawnSync("/bin/true").status === 0) escaped("ran");`,
  ],
  [
    "another thread as a process",
    `const { default: cluster } = await import("node:cluster"); await settled((done) => cluster.fork().on("online", () => { escaped("forked"); done(); }).on("error", done)); process.exit();`,
  ],
  ["a library", `Deno.dlopen("libc.so.6", {}); escaped("loaded");`],
  ["a library by the module of Node", `process.dlopen({ exports: {} }, "libc.so.6"); escaped("loaded");`],
  [
    "an extension of a database",
    `const { DatabaseSync } = await import("node:sqlite"); new DatabaseSync(":memory:", { allowExtension: true }).loadExtension("/tmp/x.so"); escaped("loaded");`,
  ],
  ["the name of the machine", `Deno.hostname(); escaped("read");`],
  ["a port", `Deno.listen({ port: 0, hostname: "127.0.0.1" }); escaped("open");`],
  [
    "a socket of its own",
    `Deno.listen({ transport: "unix", path: process.cwd() + "/own.sock" }); escaped("open");`,
  ],
  [
    "the docker socket by HTTP",
    `const http = await import("node:http"); await settled((done) => http.get({ socketPath: facts.docker, path: "/" }, () => { escaped("answered"); done(); }).on("error", done)); process.exit();`,
  ],
  [
    "the docker socket as a proxy",
    `const client = Deno.createHttpClient({ proxy: { transport: "unix", path: facts.docker } }); await fetch("http://localhost/", { client }); escaped("answered");`,
  ],
  [
    "a server by WebSocket",
    `await settled((done) => { const socket = new WebSocket("ws://127.0.0.1:" + facts.port); socket.onopen = () => { escaped("open"); done(); }; socket.onerror = done; });`,
  ],
  [
    "a datagram",
    `const { createSocket } = await import("node:dgram"); const socket = createSocket("udp4"); await settled((done) => socket.on("error", done).send("x", facts.datagramPort, "127.0.0.1", (error) => { if (!error) escaped("sent"); done(); })); process.exit();`,
  ],
  [
    "the host of a virtual machine",
    `await Deno.connect({ transport: "vsock", cid: 2, port: 1 }); escaped("connected");`,
  ],
  ["a remote module", `await import("http://127.0.0.1:" + facts.port + "/module.js"); escaped("loaded");`],
  ["a package of npm", `await import("npm:left-pad@1.3.0"); escaped("loaded");`],
  ["a package of JSR", `await import("jsr:@std/path"); escaped("loaded");`],
  [
    "a module outside from a data URL",
    `seen((await import("data:text/javascript,export { secret } from " + JSON.stringify("file://" + facts.scriptModule))).secret);`,
  ],
  [
    "a module outside from a module of its own",
    `fs.writeFileSync("own.mjs", "export { secret } from " + JSON.stringify("file://" + facts.scriptModule)); seen((await import(process.cwd() + "/own.mjs")).secret);`,
  ],
  ["a text outside as a module", `seen((await import(facts.secret, { with: { type: "text" } })).default);`],
  [
    "a module outside by require",
    `const { createRequire } = await import("node:module"); seen(createRequire(process.cwd() + "/x.js")(facts.scriptModule).secret);`,
  ],
  [
    "a permission, asked for",
    `if ((await Deno.permissions.request({ name: "read" })).state === "granted") escaped("granted");`,
  ],
  [
    "flags of the engine",
    `(await import("node:v8")).setFlagsFromString("--allow-natives-syntax"); try { new Function("return %IsSmi(1)")(); escaped("set"); } catch {}`,
  ],
  ["an inspector", `(await import("node:inspector")).open(0, "127.0.0.1"); escaped("open");`],
  [
    "a worker with permissions of its own",
    `const worker = new Worker("data:text/javascript," + encodeURIComponent("postMessage(Deno.readTextFileSync(" + JSON.stringify(facts.secret) + "))"), { type: "module", deno: { permissions: { read: true } } }); await settled((done) => { worker.onmessage = ({ data }) => { seen(data); done(); }; worker.onerror = (event) => { event.preventDefault(); done(); }; }); process.exit();`,
  ],
  [
    "a worker whose module is outside",
    `fs.writeFileSync("worker.mjs", "import { secret } from " + JSON.stringify("file://" + facts.scriptModule) + "; postMessage(secret);"); const worker = new Worker("file://" + process.cwd() + "/worker.mjs", { type: "module" }); await settled((done) => { worker.onmessage = ({ data }) => { seen(data); done(); }; worker.onerror = (event) => { event.preventDefault(); done(); }; }); process.exit();`,
  ],
  [
    "a worker of Node",
    `const { Worker } = await import("node:worker_threads"); const worker = new Worker("require('node:worker_threads').parentPort.postMessage(require('fs').readFileSync(" + JSON.stringify(facts.secret) + ", 'utf8'))", { eval: true }); await settled((done) => worker.on("message", (data) => { seen(data); done(); }).on("error", done).on("exit", done)); process.exit();`,
  ],
  [
    "files of the system by WASI",
    `const { WASI } = await import("node:wasi"); new WASI({ version: "preview1", preopens: { "/": "/" } }); escaped("opened");`,
  ],
].map(([name = "", code = ""]) => javascript("fails", name, code));
