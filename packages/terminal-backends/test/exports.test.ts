import { expect, test } from "vitest";
import * as daytona from "../src/daytona/index.ts";
import * as docker from "../src/docker/index.ts";
import * as modal from "../src/modal/index.ts";
import * as remote from "../src/remote/index.ts";
import * as singularity from "../src/singularity/index.ts";
import * as ssh from "../src/ssh/index.ts";
import * as vercel from "../src/vercel/index.ts";
import { backendKinds, openBackend } from "../src/index.ts";

test("each entry of its own gives its factory and what that needs", () => {
  expect(
    [daytona, docker, modal, remote, singularity, ssh, vercel].map((entry) => Object.keys(entry)),
  ).toEqual([
    ["createDaytonaBackend"],
    ["createDockerBackend", "probeListedNetwork"],
    ["createModalBackend"],
    ["createRemoteBackend", "createCommandTransport", "findProgram"],
    ["createSingularityBackend"],
    ["createSshBackend"],
    ["createVercelBackend"],
  ]);
});

test("a backend is opened by its name, and a name that nobody knows is refused with those that are known", async () => {
  const options = { hostFolder: "/", env: process.env };
  const local = await openBackend("local", options);
  await local.dispose();

  expect(local.kind).toBe("local");
  await expect(openBackend("moon", options)).rejects.toMatchObject({
    code: "BACKEND_OPTION_INVALID",
    hint: expect.stringContaining(backendKinds.join(", ")),
  });
  await expect(openBackend("ssh", options)).rejects.toMatchObject({
    code: "BACKEND_OPTION_INVALID",
    hint: "Set terminal.ssh_host.",
  });
});
