import type { Stager } from "@hermes/permissions";
import type { Backend } from "@hermes/terminal-backends";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
}

/** Tries commands of this machine on a copy. Undefined where commands run elsewhere. */
export async function openStager({ backend, home, homedir }: OpenStagerOptions): Promise<Stager | undefined> {
  if (backend.kind !== "local") return undefined;
  const { createStager } = await import("@hermes/permissions");
  return createStager({
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
}
