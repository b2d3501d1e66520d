/** Programs that run until they are stopped, and the arguments that make them so. */
interface EndlessProgram {
  /** Needs one of these words among its arguments. Undefined: it is endless without any. */
  readonly words?: readonly string[];
  /** Needs one of these options. */
  readonly options?: readonly string[];
  /** Ends after all when one of these is there. */
  readonly unless?: readonly string[];
}

/** Runs the program that is named next. */
const wrappers: ReadonlySet<string> = new Set(
  "sudo doas env time nice exec command npx bunx pnpx dotenv stdbuf unbuffer".split(" "),
);

/** `uv run x`, `pnpm exec x`. */
const runners: Readonly<Record<string, readonly string[]>> = {
  uv: ["run"],
  poetry: ["run"],
  pipenv: ["run"],
  pnpm: ["exec", "dlx"],
  yarn: ["exec", "dlx"],
  npm: ["exec"],
  bundle: ["exec"],
};

const packageScripts = ["dev", "start", "serve", "watch", "preview", "develop", "storybook"];
const follow = ["-f", "-F", "--follow"];
const watch = ["-w", "--watch", "--watchAll"];

const programs: Readonly<Record<string, readonly EndlessProgram[]>> = {
  npm: [{ words: packageScripts, unless: ["install", "i", "ci", "add", "test", "exec"] }],
  pnpm: [{ words: packageScripts, unless: ["install", "i", "add", "test", "exec", "dlx"] }],
  yarn: [{ words: packageScripts, unless: ["install", "add", "test"] }],
  bun: [
    { words: packageScripts, unless: ["install", "add", "test", "build"] },
    { options: ["--hot", ...watch] },
  ],
  deno: [{ words: ["dev", "start", "serve"], unless: ["test", "fmt", "lint"] }, { options: watch }],
  vite: [{ unless: ["build", "optimize"] }],
  next: [{ words: ["dev", "start"] }],
  nuxt: [{ words: ["dev", "start", "preview"] }],
  astro: [{ words: ["dev", "preview"] }],
  remix: [{ words: ["dev"] }],
  ng: [{ words: ["serve"] }],
  vue_cli_service: [{ words: ["serve"] }],
  webpack: [{ words: ["serve", "watch"] }, { options: watch }],
  rollup: [{ options: watch }],
  esbuild: [{ options: ["--watch", "--serve"] }],
  tsc: [{ options: watch }],
  tsup: [{ options: watch }],
  jest: [{ options: watch }],
  vitest: [{ words: ["watch", "dev"] }, { options: watch }],
  mocha: [{ options: watch }],
  node: [{ options: ["--watch"] }],
  tsx: [{ words: ["watch"] }],
  nodemon: [{}],
  "http-server": [{}],
  "live-server": [{}],
  serve: [{}],
  uvicorn: [{}],
  gunicorn: [{ unless: ["--check-config", "--daemon", "-D"] }],
  hypercorn: [{}],
  daphne: [{}],
  flask: [{ words: ["run"] }],
  fastapi: [{ words: ["run", "dev"] }],
  streamlit: [{ words: ["run"] }],
  jupyter: [{ words: ["lab", "notebook", "server"], unless: ["list", "stop"] }],
  rails: [{ words: ["server", "s"] }],
  php: [{ options: ["-S"] }],
  hugo: [{ words: ["server", "serve"] }],
  jekyll: [{ words: ["serve", "s"] }],
  mkdocs: [{ words: ["serve"] }],
  "docker-compose": [
    { words: ["up"], unless: ["-d", "--detach", "--wait"] },
    { words: ["logs"], options: follow },
  ],
  docker: [
    { words: ["up"], unless: ["-d", "--detach", "--wait"] },
    { words: ["logs"], options: follow },
  ],
  podman: [{ words: ["logs"], options: follow }],
  kubectl: [{ words: ["logs"], options: follow }, { words: ["port-forward"] }],
  journalctl: [{ options: follow }],
  tail: [{ options: [...follow, "--follow=name", "--follow=descriptor"], unless: ["--pid"] }],
  watch: [{}],
  ping: [{ unless: ["-c", "-w", "-W"] }],
  sleep: [{ words: ["infinity", "inf"] }],
  cargo: [{ words: ["watch"] }],
  "redis-server": [{ unless: ["--daemonize"] }],
  mongod: [{ unless: ["--fork"] }],
  ngrok: [{}],
};

const asksForHelp = ["--help", "-h", "--version", "-V", "-v", "help", "version"];

/** @returns What is endless, in short; undefined when nothing is known of it. `timeout 5 …` ends, so it is not. */
export function isEndlessProgram(words: readonly string[]): string | undefined {
  const [given = "", ...rest] = words;
  const name = given.slice(given.lastIndexOf("/") + 1);
  if (wrappers.has(name)) return isEndlessProgram(afterOptions(rest));
  const [first = ""] = rest;
  if (runners[name]?.includes(first) === true) {
    const inner = isEndlessProgram(afterOptions(rest.slice(1)));
    if (inner !== undefined) return inner;
  }
  if (/^python[\d.]*$/.test(name)) return isPythonServer(rest) ? words.slice(0, 3).join(" ") : undefined;
  if (rest.some((word) => asksForHelp.includes(word) && !(name === "docker" && word === "-v")))
    return undefined;
  const known = programs[name]?.some((program) => matches(program, rest)) ?? false;
  return known ? words.slice(0, 3).join(" ") : undefined;
}

function matches({ words, options, unless = [] }: EndlessProgram, given: readonly string[]): boolean {
  if (given.some((word) => unless.some((each) => word === each || word.startsWith(`${each}=`)))) return false;
  // The verb is among the first words: `npm run dev`, `docker compose -f x up`.
  const hasWord = words === undefined || given.some((word, index) => index < 6 && words.includes(word));
  const hasOption =
    options === undefined || given.some((word) => options.includes(word) || isJoined(word, options));
  return hasWord && hasOption;
}

/** `-nf` is `-n -f`. */
function isJoined(word: string, options: readonly string[]): boolean {
  return (
    /^-[A-Za-z0-9]{2,4}$/.test(word) &&
    options.some((each) => each.length === 2 && word.includes(each[1] ?? " "))
  );
}

function isPythonServer(rest: readonly string[]): boolean {
  const module = rest[rest.indexOf("-m") + 1];
  if (rest.includes("-m") && module !== undefined) {
    return (
      module === "http.server" ||
      isEndlessProgram([module, ...rest.slice(rest.indexOf("-m") + 2)]) !== undefined
    );
  }
  return rest[0]?.endsWith("manage.py") === true && rest[1] === "runserver";
}

/** Skips options and assignments before the name of a program. */
function afterOptions(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !word.startsWith("-") && !/^\w+=/.test(word));
  return start === -1 ? [] : words.slice(start);
}
