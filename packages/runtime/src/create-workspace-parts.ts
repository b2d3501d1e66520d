import { tmpdir } from "node:os";
import type { ToolRegistry } from "@hermes/registry";
import { chooseBackend } from "./backend/chosen-backend.ts";
import { SharedFiles } from "./child/shared-files.ts";
import { findWorkspace } from "./find-workspace.ts";
import { lazy } from "./lazy.ts";
import { createSessionProcesses } from "./processes/session-processes.ts";
import { TouchedPaths } from "./prompt/touched-paths.ts";
import type { HomeParts, WorkspaceParts } from "./runtime-parts.ts";
import type { RuntimeOptions } from "./runtime.ts";

/** What sessions of one folder and one backend share. */
export function createWorkspaceParts(
  home: HomeParts & { readonly tools: () => Promise<ToolRegistry> },
  {
    options,
    cwd,
    closing,
  }: { readonly options: RuntimeOptions; readonly cwd: string; readonly closing: AbortSignal },
): WorkspaceParts {
  const { loaded, flags = {} } = options;
  const { settings } = loaded;
  const chosenBackend = chooseBackend({ flags, settings, hostFolder: cwd, home: loaded.home, env: home.env });
  const { kind } = chosenBackend;
  const wall = lazy(async () => {
    const { env, homedir: person, warn } = home;
    const parts = { settings: settings.terminal, cwd, homedir: person, home: loaded.home, env };
    if (kind === "docker") {
      const { openContainerWall } = await import("./backend/open-container-wall.ts");
      return openContainerWall({ ...parts, container: chosenBackend.options, warn });
    }
    const { openWall } = await import("./backend/open-wall.ts");
    return await openWall({ ...parts, kind });
  });
  const plugins = lazy(async () => {
    const { openWorkspacePlugins } = await import("./plugins/use-plugins.ts");
    return await openWorkspacePlugins({ home, options, cwd, closing });
  });
  const backend = lazy(async () => {
    const [{ openNamedBackend }, { recordingBackend }, held] = await Promise.all([
      import("./plugins/places/open-named-backend.ts"),
      import("./backend/recording-backend.ts"),
      wall(),
    ]);
    const { askSudoPassword } = options;
    const { spans, agentFiles: files, warn } = home;
    const opened = await openNamedBackend(
      kind,
      {
        ...chosenBackend.options,
        ...{ wall: held?.local, listedNetwork: held?.listedNetwork, askSudoPassword },
        protectedPaths: await protectedInContainer(home, loaded, { kind, cwd }),
      },
      { plugins, closing, warn },
    );
    return recordingBackend(opened, { spans, files, workspace: findWorkspace(cwd).root });
  });
  const sharedSkills = lazy(async () => {
    const { openSharedSkills } = await import("./skills/shared-skills.ts");
    return await openSharedSkills({ ...home, options, cwd, chosenBackend });
  });
  const processes = createSessionProcesses({ backend, store: home.state });
  const touched = new TouchedPaths(cwd);
  const permissions = lazy(async () => {
    const { openPermissions } = await import("./permissions/open-permissions.ts");
    return await openPermissions({ ...home, options, cwd, backend, wall, processes, sharedSkills, touched });
  });
  return {
    cwd,
    chosenBackend,
    backend,
    wall,
    processes,
    permissions,
    sharedSkills,
    touched,
    sharedFiles: new SharedFiles(),
    mcp: lazy(async () => {
      const { openWorkspaceMcp } = await import("./mcp/use-servers.ts");
      return await openWorkspaceMcp({ home, options, cwd, closing });
    }),
    plugins,
  };
}

/** What runs by itself in a folder that a container gets is read-only there too. */
async function protectedInContainer(
  { env, homedir: person }: Pick<HomeParts, "env" | "homedir">,
  { settings, home: hermesHome }: RuntimeOptions["loaded"],
  { kind, cwd }: { readonly kind: string; readonly cwd: string },
): Promise<readonly string[] | undefined> {
  if (kind !== "docker" || !settings.terminal.docker_mount_cwd_to_workspace) return undefined;
  const { workspaceProfile } = await import("@hermes/jail");
  const scratch = tmpdir();
  return workspaceProfile({ workspace: cwd, home: person, hermesHome, scratch, env: { HOME: env["HOME"] } })
    .protected;
}
