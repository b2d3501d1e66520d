import { javascript } from "./attempt.ts";
import type { Attempt } from "./attempt.ts";

export const javascriptAttempts: readonly Attempt[] = [
  javascript("fails", "keys in its own environment", `seen(JSON.stringify(process.env));`),
  javascript(
    "succeeds",
    "keys in the environment of other processes",
    `
for (const pid of fs.readdirSync("/proc")) try { seen(fs.readFileSync("/proc/" + pid + "/environ")); } catch {}`,
  ),
  javascript("succeeds", "files in the home folder", `seen(fs.readFileSync(facts.home));`),
  javascript(
    "succeeds",
    "files in the home folder, by another program",
    `
const { execFileSync } = await import("node:child_process"); seen(execFileSync("cat", [facts.home]));`,
  ),
  javascript(
    "succeeds",
    "a link in the scratch folder to what lies outside",
    `
fs.symlinkSync(facts.outside, "link"); seen(fs.readFileSync("link/secret.txt"));`,
  ),
  javascript("succeeds", "modules that lie outside", `seen((await import(facts.scriptModule)).secret);`),
  javascript(
    "fails",
    "modules of this program",
    `
for (const name of ["@hermes/registry", "@hermes/sandbox", "zod", "vitest"]) try { await import(name); escaped(name); } catch {}`,
  ),
  javascript(
    "succeeds",
    "the code of this program",
    `
if (fs.readFileSync(facts.source, "utf8").length > 0) escaped("read it");`,
  ),
  javascript(
    "succeeds",
    "servers on this machine",
    `
await fetch("http://127.0.0.1:" + facts.port); escaped("fetched");`,
  ),
  javascript(
    "varies",
    "the metadata service of a cloud",
    `
await fetch("http://169.254.169.254/latest/meta-data/", { signal: AbortSignal.timeout(1000) }); escaped("fetched");`,
  ),
  javascript(
    "varies",
    "names on the network",
    `
await (await import("node:dns/promises")).lookup("example.com"); escaped("resolved");`,
  ),
  javascript(
    "succeeds",
    "the docker socket",
    `
await settled((done) => net.connect(facts.docker).on("connect", () => { escaped("connected"); done(); }).on("error", done)); process.exit();`,
  ),
  javascript(
    "succeeds",
    "abstract sockets",
    `
await settled((done) => net.connect(facts.abstract).on("connect", () => { escaped("connected"); done(); }).on("error", done)); process.exit();`,
  ),
  javascript(
    "succeeds",
    "the tools of another run",
    `
await settled((done) => net.connect(facts.otherTools).on("connect", () => { escaped("connected"); done(); }).on("error", done)); process.exit();`,
  ),
  javascript(
    "succeeds",
    "a signal to this program",
    `process.kill(facts.parent, 0); escaped("it is there");`,
  ),
  javascript(
    "untried",
    "the debugger of this program",
    `process.kill(facts.parent, "SIGUSR1"); escaped("asked for it");`,
  ),
  javascript("untried", "an end to this program", `process.kill(facts.parent, "SIGKILL"); escaped("sent");`),
  javascript("root", "the user root", `process.setuid(0); escaped(process.getuid());`),
  javascript(
    "succeeds",
    "another version of its own modules",
    `
fs.appendFileSync(new URL(import.meta.resolve("hermes-tools")), "\\n"); escaped("changed");`,
  ),
  javascript(
    "succeeds",
    "the rules: changing the file",
    `
fs.writeFileSync(facts.policy, fs.readFileSync(facts.policy)); escaped("written");`,
  ),
  javascript(
    "untried",
    "programs of the system",
    `fs.appendFileSync("/usr/bin/env", ""); escaped("opened");`,
  ),
];
