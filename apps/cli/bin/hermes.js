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
  import("./load.js")
    .then(({ createLoader }) => createLoader(cacheFolder(), args[0])("./main.cjs"))
    .then(({ main }) => main(args))
    .catch(fail);
}

function printVersion() {
  const manifest = new URL("../package.json", import.meta.url);
  const { version } = JSON.parse(process.getBuiltinModule("fs").readFileSync(manifest, "utf8"));
  process.stdout.write(`hermes ${version}\n`);
}

function fail(error) {
  const unbuilt = error.code === "ENOENT" && /main\.cjs$/.test(error.path);
  const text = unbuilt ? "hermes is not built yet: run `npm start` in the repository once." : error.stack;
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

// In the home folder and not in a shared temporary one, where others could plant code; or where Node was told to.
// Without a home that can be written a start is slower, and that is all.
function cacheFolder() {
  const { join, isAbsolute } = process.getBuiltinModule("path");
  const { NODE_COMPILE_CACHE: chosen, NODE_DISABLE_COMPILE_CACHE: none } = process.env;
  if (none) return undefined;
  if (chosen && isAbsolute(chosen)) return join(chosen, "hermes");
  const home = process.env.HERMES_HOME || join(process.getBuiltinModule("os").homedir(), ".hermes");
  if (!isAbsolute(home)) return undefined;
  try {
    // Not recursive: that never returns in a folder such as /proc, where nothing can be made.
    process.getBuiltinModule("fs").mkdirSync(home, { mode: 0o700 });
  } catch (error) {
    if (error.code !== "EEXIST") return undefined;
  }
  return join(home, "cache", "code");
}
