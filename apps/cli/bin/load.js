// Loads the files of `dist` with the code that V8 made of them in earlier starts.
//
// Node's own cache holds what is compiled when a file is loaded, and functions are compiled when they are first called:
// they are compiled anew with every start. Taken at the end, the cache holds all that ran, and a start takes a quarter
// less. A file is therefore no module: it is a function of `exports`, `require`, `module`, `hermesLoad` and `fileUrl`.
const { getBuiltinModule } = process;
const fs = getBuiltinModule("fs");
const { basename, join } = getBuiltinModule("path");
const { pathToFileURL, fileURLToPath } = getBuiltinModule("url");

/** Long enough for what a start needs, and before V8 forgets what ran only once. */
const learnAfterMs = 10_000;
/** What was done is named by the first word of the command line and the files that were loaded. */
const maxKinds = 16;
const unusedAfterMs = 30 * 86_400_000;
const headerBytes = 4_096;

/**
 * @param cacheFolder Belongs to the person alone: who writes there decides what runs. Undefined: nothing is kept.
 * @param word The first word of the command line.
 * @returns What loads a file of `dist` as `./name.cjs`, and a package by its name.
 */
export function createLoader(cacheFolder, word) {
  const dist = fileURLToPath(new URL("../dist/", import.meta.url));
  const files = new Map();
  const load = async (specifier) => (specifier.startsWith("./") ? ours(specifier) : import(specifier));

  function ours(specifier) {
    const known = files.get(specifier);
    if (known !== undefined) return known.module.exports;
    const path = join(dist, specifier);
    const file = { ...compile(path, cacheFolder), module: { exports: {} } };
    files.set(specifier, file);
    const require = requireFrom(path);
    file.script.runInThisContext()(file.module.exports, require, file.module, load, pathToFileURL(path).href);
    return file.module.exports;
  }

  /** For what is imported at once: what the files share is a file too. */
  function requireFrom(path) {
    const require = getBuiltinModule("module").createRequire(path);
    const either = (specifier) =>
      /^\.\/[\w-]+\.cjs$/.test(specifier) ? ours(specifier) : require(specifier);
    return Object.assign(either, { resolve: require.resolve });
  }

  if (cacheFolder !== undefined) {
    const learn = once(() => saveAll([...files], { cacheFolder, word }));
    setTimeout(learn, learnAfterMs).unref();
    // A start that failed did not get far.
    process.once("exit", (code) => code === 0 && learn());
  }
  return load;
}

function compile(path, cacheFolder) {
  const { size, mtimeMs, ctimeMs, ino } = fs.statSync(path);
  // V8 compares the length of the text alone. The time of the change itself is the one that nobody can set back.
  const stamp = [process.version, process.arch, path, size, mtimeMs, ctimeMs, ino].join(" ");
  const kept = cacheFolder === undefined ? undefined : readKept(keptPath(cacheFolder, path), stamp);
  // The files are ASCII; see `onlyAscii`.
  const source = `(function(exports,require,module,hermesLoad,fileUrl){${fs.readFileSync(path, "latin1")}\n})`;
  const { Script } = getBuiltinModule("vm");
  const script = new Script(source, { filename: path, cachedData: kept?.code });
  const kinds = kept === undefined || script.cachedDataRejected ? [] : kept.kinds;
  return { script, stamp, path, kinds };
}

/** Two installations may share a home. */
function keptPath(cacheFolder, path) {
  let hash = 0;
  for (const letter of `${process.version} ${process.arch} ${path}`)
    hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return join(cacheFolder, `${basename(path, ".cjs")}-${hash.toString(36)}.v8`);
}

function readKept(path, stamp) {
  try {
    const bytes = fs.readFileSync(path);
    const header = JSON.parse(bytes.toString("utf8", 0, headerBytes));
    if (header.stamp !== stamp || header.bytes !== bytes.length) return undefined;
    // V8 would run whatever it is given. A file that somebody else wrote to, such as a search for secrets, shows it.
    if (fs.statSync(path).mtimeMs !== header.at * 1_000) return undefined;
    return { kinds: header.kinds, code: bytes.subarray(headerBytes) };
  } catch {
    // None yet, or half a file: it is made anew.
    return undefined;
  }
}

function saveAll(files, { cacheFolder, word }) {
  const kind = [word, ...files.map(([specifier]) => specifier)].join(" ");
  for (const [, file] of files) {
    if (file.kinds.includes(kind) || file.kinds.length >= maxKinds) continue;
    try {
      save(file, { cacheFolder, kinds: [...file.kinds, kind] });
    } catch {
      // A home that can't be written: starts are slower, and that is all.
      return;
    }
  }
}

function save({ script, stamp, path }, { cacheFolder, kinds }) {
  const code = script.createCachedData();
  const header = Buffer.alloc(headerBytes, " ");
  // Whole seconds: what is written later has parts of one.
  const at = Math.floor(Date.now() / 1_000);
  const text = JSON.stringify({ stamp, bytes: headerBytes + code.length, at, kinds });
  if (header.write(text) === headerBytes) return;
  fs.mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
  const draft = join(cacheFolder, `${process.pid}.new`);
  // V8 does not look whether the code is whole, and half of it would end the process: it is on the disk before it has its name.
  fs.writeFileSync(draft, Buffer.concat([header, code]), { mode: 0o600, flush: true });
  fs.utimesSync(draft, at, at);
  fs.renameSync(draft, keptPath(cacheFolder, path));
  removeUnused(cacheFolder);
}

/** What other versions left. Code that is still used is made again. */
function removeUnused(cacheFolder) {
  const before = Date.now() - unusedAfterMs;
  for (const name of fs.readdirSync(cacheFolder)) {
    const path = join(cacheFolder, name);
    if (/\.(v8|new)$/.test(name) && fs.statSync(path).mtimeMs < before) fs.rmSync(path, { force: true });
  }
}

function once(work) {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
