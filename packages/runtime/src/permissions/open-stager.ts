import type { Stager } from "@hermes/permissions";
import type { Backend } from "@hermes/terminal-backends";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { within } from "./agent-spans.ts";
import type { AgentSpans } from "./agent-spans.ts";

// What a command that is only tried must not see, below the person's home.
const hidden = [
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".config/gcloud",
  ".config/gh",
  ".kube",
  ".docker",
  ".netrc",
  ".pgpass",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".password-store",
  ".local/share/keyrings",
];
const sockets = ["/run/docker.sock", "/var/run/docker.sock", "/run/user"];

export interface OpenStagerOptions {
  readonly backend: Backend;
  /** Home of Hermes. */
  readonly home: string;
  readonly homedir: string;
  readonly spans: Pick<AgentSpans, "begin">;
}

/** Tries commands of this machine on a copy. Undefined where commands run elsewhere. */
export async function openStager({
  backend,
  home,
  homedir,
  spans,
}: OpenStagerOptions): Promise<Stager | undefined> {
  if (backend.kind !== "local") return undefined;
  const { createStager } = await import("@hermes/permissions");
  const stager = createStager({
    exec: (command, options) => backend.exec(command, options),
    scratchFolders: [join(home, "staging"), join(tmpdir(), "hermes-staging")],
    hidden: [
      ...hidden.map((name) => join(homedir, name)),
      ...sockets,
      join(home, ".env"),
      join(home, "auth.json"),
      join(home, "hermes.db"),
    ],
  });
  return {
    unavailable: () => stager.unavailable(),
    async stage(command, options) {
      const staging = await stager.stage(command, options);
      // What was tried is made real by this process, and is the command's work all the same.
      return { ...staging, commit: () => within(spans, () => staging.commit()) };
    },
  };
}
