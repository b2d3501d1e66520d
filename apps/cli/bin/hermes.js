#!/usr/bin/env node
// Runs on any Node that knows ES modules, so that an old one can be told what is missing. No newer syntax here.
const [major, minor] = process.versions.node.split(".").map(Number);
const args = process.argv.slice(2);

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`hermes needs Node 22.18 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
} else if (args.length === 1 && ["--version", "-V", "version"].includes(args[0])) {
  printVersion();
} else {
  cacheCompiledCode();
  import("../dist/main.js").then(({ main }) => main(args)).catch(fail);
}

function printVersion() {
  const manifest = new URL("../package.json", import.meta.url);
  const { version } = JSON.parse(process.getBuiltinModule("fs").readFileSync(manifest, "utf8"));
  process.stdout.write(`hermes ${version}\n`);
}

function fail(error) {
  const unbuilt = error.code === "ERR_MODULE_NOT_FOUND" && /dist.main\.js/.test(error.message);
  const text = unbuilt ? "hermes is not built yet: run `npm start` in the repository once." : error.stack;
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

// In the home folder and not in Node's default place: in a shared temporary folder others could plant code.
// Without a home that can be written a start is slower, and that is all.
function cacheCompiledCode() {
  const { join, isAbsolute } = process.getBuiltinModule("path");
  const home = process.env.HERMES_HOME || join(process.getBuiltinModule("os").homedir(), ".hermes");
  if (!isAbsolute(home)) return;
  try {
    // Not recursive: that never returns in a folder such as /proc, where nothing can be made.
    process.getBuiltinModule("fs").mkdirSync(home, { mode: 0o700 });
  } catch (error) {
    if (error.code !== "EEXIST") return;
  }
  process.getBuiltinModule("module").enableCompileCache(join(home, "cache", "node"));
}
