// What a program waits for when it imports one of the libraries for the first time, as it is published. The floor is the import of
// zod, which most of them share; it is measured between the others.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { median, report, runProcess, waitQuiet } from "@hermes/tooling/bench";

const runs = 9;
const packages = join(import.meta.dirname, "..", "..");
const zod = fileURLToPath(import.meta.resolve("zod"));

const libraries = readdirSync(packages).flatMap((folder): readonly (readonly [string, string])[] => {
  const manifest = join(packages, folder, "package.json");
  if (!existsSync(manifest)) return [];
  // Of this house: the fields are there.
  const { name, private: isPrivate } = JSON.parse(readFileSync(manifest, "utf8")) as {
    readonly name: string;
    readonly private?: boolean;
  };
  return isPrivate === true ? [] : [[name, join(packages, folder, "dist", "index.js")]];
});
const missing = libraries.filter(([, file]) => !existsSync(file)).map(([name]) => name);
if (missing.length > 0) throw new Error(`Run \`pnpm build\` first: ${missing.join(", ")} have no dist.`);

const contestants = [["zod", zod], ...libraries] as const;
const times = new Map(contestants.map(([name]) => [name, [] as number[]]));
for (let run = -1; run < runs; run++) {
  await waitQuiet();
  for (const [name, file] of contestants) {
    const ms = await importMs(file);
    if (run >= 0) times.get(name)?.push(ms);
  }
}

const floor = timeOf("zod");
for (const [name] of libraries) {
  report({
    figure: `first import of ${name}`,
    unit: "CPU ms",
    value: timeOf(name),
    better: "lower",
    goal: floor + 15,
    floor: { name: "zod", value: floor },
  });
}

function timeOf(name: string): number {
  return median(times.get(name) ?? []);
}

/** CPU time, because others use the machine too. */
async function importMs(file: string): Promise<number> {
  const script = `const before = process.cpuUsage();
    await import(${JSON.stringify(pathToFileURL(file).href)});
    const { user, system } = process.cpuUsage(before);
    process.stdout.write(String((user + system) / 1_000));`;
  const env = { ...process.env };
  delete env["NODE_COMPILE_CACHE"];
  const { code, stdout, stderr } = await runProcess(process.execPath, ["--input-type=module", "-e", script], {
    env,
  });
  if (code !== 0) throw new Error(stderr);
  return Number(stdout);
}
