import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { createStager } from "../../src/index.ts";
import type { StageExec, Stager } from "../../src/index.ts";

/** Runs a command as a terminal does: one shell, both streams in one text. */
const exec: StageExec = (command, { cwd, signal, timeoutMs }) =>
  new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", command], {
      cwd,
      signal,
      timeout: timeoutMs,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (text) => (output += String(text)));
    child.stderr.on("data", (text) => (output += String(text)));
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ output, exitCode, timedOut: false, interrupted: false }));
  });

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Place {
  readonly workspace: string;
  readonly home: string;
  readonly stager: Stager;
}

function makePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), "hermes-staging-"));
  folders.push(folder);
  const [workspace, home] = [join(folder, "work"), join(folder, "home")];
  mkdirSync(join(workspace, "src"), { recursive: true });
  mkdirSync(home);
  writeFileSync(join(workspace, "a.txt"), "one\n");
  writeFileSync(join(workspace, "src", "b.txt"), "two\n");
  writeFileSync(join(home, ".env"), "KEY=canary\n");
  return {
    workspace,
    home,
    stager: createStager({ exec, scratchFolders: [join(home, "staging")], hidden: [home] }),
  };
}

const obstacle = await makePlace().stager.unavailable();
const staged = obstacle === undefined ? test : test.skip;
const because = obstacle === undefined ? "" : ` (skipped: ${obstacle})`;

async function stageIn({ workspace, stager }: Place, command: string) {
  const signal = new AbortController().signal;
  return await stager.stage(command, { taskId: "t", cwd: workspace, roots: [workspace], signal });
}

/** Every path with its kind, permission bits and content. */
function pictureOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path);
      const mode = (stats.mode & 0o777).toString(8);
      if (stats.isSymbolicLink()) return `${name} -> ${readlinkSync(path)}`;
      return stats.isDirectory() ? `${name}/ ${mode}` : `${name} ${mode} ${readFileSync(path, "utf8")}`;
    });
}

staged(
  `a trial tells what would be created, changed and deleted, and leaves all as it is${because}`,
  async () => {
    const place = makePlace();
    const before = pictureOf(place.workspace);

    const trial = await stageIn(place, "echo new > c.txt; echo more >> a.txt; rm -r src; echo done; exit 3");

    expect(trial.run).toEqual({
      output: "done\n",
      exitCode: 3,
      changes: [
        { path: join(place.workspace, "a.txt"), change: "changed" },
        { path: join(place.workspace, "c.txt"), change: "created" },
        { path: join(place.workspace, "src"), change: "deleted" },
      ],
    });
    expect(pictureOf(place.workspace)).toEqual(before);
    await trial.discard();
    expect(pictureOf(place.workspace)).toEqual(before);
    expect(readdirSync(join(place.home, "staging"))).toEqual([]);
  },
);

staged(`a commit makes the changes real and keeps modes and links${because}`, async () => {
  const place = makePlace();

  const trial = await stageIn(
    place,
    "rm -r src; mkdir src; echo new > src/c; chmod 750 src src/c; ln -s c src/link; rm a.txt; mkdir a.txt; echo in > a.txt/file",
  );
  const result = await trial.commit();

  expect(result).toMatchObject({ exit_code: 0 });
  expect(pictureOf(place.workspace)).toEqual([
    "a.txt/ 755",
    "a.txt/file 644 in\n",
    "src/ 750",
    "src/c 750 new\n",
    "src/link -> c",
  ]);
  expect(readdirSync(join(place.home, "staging"))).toEqual([]);
});

staged(`a trial sees no key of Hermes, no network and no writable place but its own${because}`, async () => {
  const place = makePlace();
  const outside = join(place.home, "..", "outside");
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // It listens on an address, not on a pipe.

  const trial = await stageIn(
    place,
    `cat ${place.home}/.env; cat < /dev/tcp/127.0.0.1/${port}; echo x > ${outside}; echo y > /etc/hermes-staging; ls /run | wc -l`,
  );

  expect(trial.run.output).not.toContain("canary");
  expect(connections).toBe(0);
  expect(trial.run.output.trimEnd().endsWith("\n0")).toBe(true);
  expect(trial.run.changes).toEqual([]);
  expect(existsSync(outside)).toBe(false);
  expect(existsSync("/etc/hermes-staging")).toBe(false);
  server.close();
  await trial.discard();
});

staged(
  `a file that someone else changes meanwhile stops the commit, and nothing is done${because}`,
  async () => {
    const place = makePlace();
    const trial = await stageIn(place, "echo staged > a.txt; rm src/b.txt");

    writeFileSync(join(place.workspace, "a.txt"), "by a person\n");

    await expect(trial.commit()).rejects.toMatchObject({ code: "PERMISSIONS_STAGE_CONFLICT" });
    expect(readFileSync(join(place.workspace, "a.txt"), "utf8")).toBe("by a person\n");
    expect(existsSync(join(place.workspace, "src", "b.txt"))).toBe(true);
    await trial.discard();
  },
);

staged(`an interrupt ends the trial and leaves no copy${because}`, async () => {
  const place = makePlace();
  const stop = new AbortController();
  const trial = place.stager.stage("echo x > new; sleep 60", {
    taskId: "t",
    cwd: place.workspace,
    roots: [place.workspace],
    signal: stop.signal,
  });
  stop.abort(new Error("enough"));

  await expect(trial).rejects.toThrow();
  expect(existsSync(join(place.workspace, "new"))).toBe(false);
  expect(readdirSync(join(place.home, "staging"))).toEqual([]);
});

staged(`a workspace that holds every folder for copies is refused in words${because}`, async () => {
  const place = makePlace();
  const signal = new AbortController().signal;

  const trial = place.stager.stage("true", { taskId: "t", cwd: place.home, roots: [place.home], signal });

  await expect(trial).rejects.toMatchObject({ code: "PERMISSIONS_STAGE_FAILED" });
});

const name = fc.constantFrom("a.txt", "src", "src/b.txt", "src/new", "x", "x/y", "x/y/z", "ü b", "link");
const step = fc.oneof(
  name.map((path) => `rm -rf '${path}'`),
  name.map((path) => `mkdir -p '${path}'`),
  fc.tuple(name, fc.nat(9)).map(([path, n]) => `echo ${n} > '${path}'`),
  fc.tuple(name, name).map(([from, to]) => `mv '${from}' '${to}'`),
  fc.tuple(name, name).map(([from, to]) => `cp -r '${from}' '${to}'`),
  fc.tuple(name, name).map(([target, path]) => `ln -s '${target}' '${path}'`),
  fc.tuple(name, fc.constantFrom("600", "755", "700")).map(([path, mode]) => `chmod ${mode} '${path}'`),
);

staged(
  `a trial that is made real leaves what the command would have left${because}`,
  { timeout: 120_000 },
  async () => {
    const numRuns = process.env["HERMES_TEST_LONG"] === "1" ? 300 : 25;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const [direct, viaTrial] = [makePlace(), makePlace()];
        const command = steps.map((each) => `${each} 2>/dev/null`).join("\n");
        for (const { workspace } of [direct, viaTrial]) {
          symlinkSync("a.txt", join(workspace, "link"));
          chmodSync(join(workspace, "a.txt"), 0o640);
        }

        await exec(command, { taskId: "t", cwd: direct.workspace });
        await (await stageIn(viaTrial, command)).commit();

        expect(pictureOf(viaTrial.workspace)).toEqual(pictureOf(direct.workspace));
      }),
      { numRuns, seed: 7 },
    );
  },
);

staged(
  `of /tmp a trial sees the files that it is given, and its changes of them are its changes${because}`,
  async () => {
    const { workspace, stager } = makePlace();
    const scratch = mkdtempSync("/tmp/hermes-scratch-");
    folders.push(scratch);
    const [there, made, gone, secret] = ["there", "made", "gone", "secret"].map((each) =>
      join(scratch, each),
    );
    for (const path of [there, gone, secret]) writeFileSync(path ?? "", "one\n");
    const command = `cat ${secret}; cat ${there}; echo two >> ${there}; echo new > ${made}; rm ${gone}; echo x > ${scratch}/other`;

    const trial = await stager.stage(command, {
      ...{ taskId: "t", cwd: workspace, roots: [workspace], signal: new AbortController().signal },
      scratchFiles: [there, made, gone].filter((path) => path !== undefined),
    });

    expect(trial.run.output).toMatch(/secret: No such file.*\none\n$/);
    expect(readFileSync(there ?? "", "utf8")).toBe("one\n");
    await trial.commit();
    expect(pictureOf(scratch)).toEqual(["made 644 new\n", "secret 644 one\n", "there 644 one\ntwo\n"]);
  },
);

staged(`a trial can't mount over what is closed to it, nor reach another process${because}`, async () => {
  const place = makePlace();
  const outside = mkdtempSync(join(tmpdir(), "hermes-outside-"));
  folders.push(outside);

  const trial = await stageIn(
    place,
    `mount -o remount,rw / ; mount -t tmpfs none /mnt; touch ${outside}/mark; nsenter -t 1 -m touch ${outside}/mark; cat ${place.home}/.env; mknod disk b 8 0`,
  );

  expect(trial.run.output).not.toContain("canary");
  expect(trial.run.changes).toEqual([]);
  await trial.discard();
  expect(readdirSync(outside)).toEqual([]);
});
