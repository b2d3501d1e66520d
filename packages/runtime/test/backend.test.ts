import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseBackend } from "../src/backend/chosen-backend.ts";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

async function chosen(yaml: string, flags: { readonly backend?: string } = {}) {
  await using place = await temporaryPlace();
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), yaml);
  const { settings } = await place.settings(place.env);
  return chooseBackend({ flags, settings, hostFolder: "/here", home: "/h", env: {} });
}

test("settings choose the backend, and a flag wins over them", async () => {
  expect((await chosen("terminal: {backend: docker, docker_image: alpine}")).options.image).toBe("alpine");
  expect((await chosen("terminal: {backend: docker}")).kind).toBe("docker");
  expect((await chosen("terminal: {backend: docker}", { backend: "local" })).kind).toBe("local");
});

test.for([
  ["terminal: {backend: docker, cwd: /srv/app}", undefined, "/srv/app"],
  ["terminal: {backend: docker, cwd: /home/ada/app}", undefined, undefined],
  ["terminal: {backend: docker, cwd: /srv, docker_mount_cwd_to_workspace: true}", undefined, undefined],
  ["terminal: {backend: ssh, ssh_host: box, cwd: ~/app}", undefined, "~/app"],
  ["terminal: {cwd: /srv/app}", "ssh", undefined],
] as const)("with %s and the flag %s commands start in %s", async ([yaml, backend, expected]) => {
  const { options } = await chosen(yaml, backend === undefined ? {} : { backend });

  expect(options.cwd).toBe(expected);
});

test("nothing of this machine is mounted or forwarded unless it is said", async () => {
  const { options } = await chosen("terminal: {backend: docker}");

  expect([options.mountHostFolder, options.volumes, options.forwardEnv]).toEqual([false, [], []]);
  expect(options.keepAs).toBe("/h");
  expect((await chosen("terminal: {container_persistent: no}")).options.keepAs).toBeUndefined();
});

test("the doctor looks at the chosen backend and says what to do", async () => {
  await using place = await temporaryPlace();
  const binary = join(place.root, "no-docker");
  const env = { ...place.env, HERMES_DOCKER_BINARY: binary };
  await using runtime = await runtimeIn(place, {
    env,
    loaded: await place.settings(env),
    flags: { backend: "docker" },
  });
  const finding = (await runtime.diagnose()).find(({ name }) => name === "backend");

  expect(finding).toMatchObject({ status: "failed", message: expect.stringContaining("no-docker") });
  expect(finding?.hint).toMatch(/Install/);
});

test("a command never runs on this machine when its backend can't be had", async () => {
  await using place = await temporaryPlace();
  const env = { ...place.env, HERMES_DOCKER_BINARY: join(place.root, "no-docker") };
  await using runtime = await runtimeIn(place, {
    env,
    loaded: await place.settings(env),
    flags: { backend: "docker", yolo: true },
  });
  const ran = join(place.root, "ran");
  const registry = await runtime.tools();
  const { isError } = await registry.dispatch(
    "terminal",
    { command: `touch ${ran}` },
    {
      taskId: "t",
      sessionId: "t",
      callId: "t",
      signal: new AbortController().signal,
      origin: { platform: "cli", entryPoint: "test" },
    },
  );

  expect(isError).toBe(true);
  await expect(readFile(ran)).rejects.toMatchObject({ code: "ENOENT" });
});
