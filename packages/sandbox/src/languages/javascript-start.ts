export interface JavascriptStartOptions {
  /** Folder in which the module of the tools is found by its name. Undefined: it is found without. */
  readonly modules: string | undefined;
  /** Path of that module. */
  readonly tools: string;
  /** Name of the file that a run becomes. */
  readonly script: string;
}

/** The program that an interpreter of JavaScript starts with: it reads runs from its standard input. */
export function javascriptStart({ modules, script, tools }: JavascriptStartOptions): string {
  return `const modules = ${JSON.stringify(modules ?? null)};\nconst tools = ${JSON.stringify(tools)};\nconst name = ${JSON.stringify(script)};\n${program}`;
}

const program = `const fs = require("node:fs");
const { join } = require("node:path");
const work = process.cwd();
const script = join(work, name);
if (modules !== null) fs.symlinkSync(modules, join(work, "node_modules"));

let rest = Buffer.alloc(0);
function more() {
  const chunk = Buffer.alloc(65536);
  for (;;) {
    try {
      const length = fs.readSync(0, chunk);
      rest = Buffer.concat([rest, chunk.subarray(0, length)]);
      return length > 0;
    } catch (error) {
      if (error.code === "EOF") return false;
      if (error.code !== "EAGAIN") throw error;
    }
  }
}
function take() {
  while (!rest.includes(10)) if (!more()) return undefined;
  const end = rest.indexOf(10);
  const [mark, size] = rest.subarray(0, end).toString().split(" ");
  rest = rest.subarray(end + 1);
  while (rest.length < Number(size)) if (!more()) return undefined;
  const text = rest.subarray(0, Number(size)).toString();
  rest = rest.subarray(Number(size));
  return { mark, text };
}

// Plain JavaScript is by far the most frequent, and what takes types out is slow to load.
function withoutTypes(text) {
  try {
    return require("node:module").stripTypeScriptTypes(text);
  } catch {
    return text; // Its mistake is said about the code as it was written.
  }
}

async function once(text) {
  const waits = () => {
    process.stderr.write("The script awaits something that never comes.\\n", () => process.exit(13));
  };
  process.once("beforeExit", waits);
  const over = () => process.off("beforeExit", waits);
  fs.writeFileSync(script, text);
  try {
    await import(script);
    over();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const plain = withoutTypes(text);
    // Nothing of it has run: it could not be read. What is the same without types was read.
    if (plain === text) throw error;
    fs.writeFileSync(script, plain);
    await import(script + "?plain");
    over();
  }
}

async function keep(run) {
  const { Script, constants } = require("node:vm");
  const compile = (text) =>
    new Script("(async () => {\\n" + text + "\\n})()", {
      filename: join(work, "script.js"),
      lineOffset: -1,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
  const say = (stream, text) => new Promise((resolve) => stream.write(text, resolve));
  const [output, errors] = [process.stdout, process.stderr];
  // Between runs the process stands still: reading waits for the next one.
  for (let next = run; next !== undefined; next = take()) {
    let status = 0;
    try {
      let compiled;
      try {
        compiled = compile(next.text);
      } catch {
        compiled = compile(withoutTypes("(async () => {\\n" + next.text + "\\n})()").slice(14, -5));
      }
      await compiled.runInThisContext();
    } catch (error) {
      status = 1;
      const lines = require("node:util").inspect(error).split("\\n");
      const own = /start\\.cjs|\\((?:node:|<anon)|^ +at (?:async )?(?:node:|ext:|process\\.)/;
      await say(errors, lines.filter((line) => !own.test(line)).join("\\n") + "\\n");
    }
    const end = "\\0" + next.mark + status + "\\n";
    await Promise.all([say(output, end), say(errors, end)]);
  }
  process.exit(0);
}

async function serve() {
  if (process.argv[2] === "early") await import(tools);
  const run = take();
  if (run === undefined) return;
  if (run.mark === "once") await once(run.text);
  else await keep(run);
}
serve();
`;
