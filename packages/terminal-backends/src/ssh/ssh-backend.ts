import type { Environment } from "@hermes/registry";
import type { Backend } from "../backend.ts";
import { childEnvironment } from "../child-environment.ts";
import { createRemoteBackend } from "../remote/remote-backend.ts";
import { SshTransport } from "./ssh-transport.ts";

export interface SshBackendOptions {
  /** Name or address, or an alias of the client's configuration. */
  readonly host: string;
  /** The environment of this process; the client needs `PATH`, `HOME` and `SSH_AUTH_SOCK`. Nothing of it is sent. */
  readonly env: Environment;
  readonly user?: string | undefined;
  readonly port?: number | undefined;
  /** Path of a private key. Undefined: what the client's configuration and agent offer. */
  readonly keyFile?: string | undefined;
  /** Folder there that tasks start in; made when it is missing. @default the home folder */
  readonly cwd?: string | undefined;
  /** `accept-new` remembers a host that was never seen; a changed key is refused all the same. @default `strict` */
  readonly hostKeys?: "strict" | "accept-new" | undefined;
  /** @default what the client uses, usually `~/.ssh/known_hosts` */
  readonly knownHostsFile?: string | undefined;
  /** `none`: no configuration of the client is read. @default `~/.ssh/config` and the system's */
  readonly configFile?: string | undefined;
  /** @default 10 */
  readonly connectTimeoutSeconds?: number | undefined;
  /** Where the sockets of the connections lie; a short path. @default `/tmp` */
  readonly tmpDir?: string | undefined;
}

/**
 * Runs commands on another host through OpenSSH, with the rights of the user there. Nobody is ever asked for a
 * password; a host whose key is not known is refused.
 */
export function createSshBackend(options: SshBackendOptions): Backend {
  const { host, env, user, port, keyFile, cwd, knownHostsFile, configFile } = options;
  const target = {
    host,
    user,
    port,
    keyFile,
    knownHostsFile,
    configFile,
    hostKeys: options.hostKeys ?? "strict",
    connectTimeoutSeconds: options.connectTimeoutSeconds ?? 10,
  } as const;
  const client = { program: "ssh", env: childEnvironment(env), target };
  return createRemoteBackend({
    kind: "ssh",
    // It is another machine; but the user's, with the user's rights: commands there are judged as here.
    capabilities: { pty: true, isolated: false, reattach: false },
    // A path of a socket has a hundred characters at most, which a `TMPDIR` may use up.
    transport: new SshTransport({ client, tmpDir: options.tmpDir ?? "/tmp" }),
    cwd,
  });
}
