import type { Environment } from "@hermes/registry";
import type { LocalWall } from "./local-wall.ts";
import type { AskSudoPassword } from "./sudo-askpass.ts";

export interface LocalBackendOptions {
  /** Where every task starts. Absolute. */
  readonly cwd: string;
  /** The environment of this process; children get the harmless part of it. */
  readonly env: Environment;
  /** Path of a bash or of another POSIX shell. @default bash on the `PATH`, else sh */
  readonly shell?: string | undefined;
  /** Names to hand on although they are not known as harmless. */
  readonly passThrough?: readonly string[] | undefined;
  /** Names that are never handed on. Undefined: what looks like a secret and is not in `passThrough`. */
  readonly isSecretName?: ((name: string) => boolean) | undefined;
  /** Holds what processes need that outlive the program; for its owner alone. @default a folder beside the private one */
  readonly keepFolder?: string | undefined;
  /** Asks for the password when sudo needs one; kept in memory until it is refused or the backend disposed. @default `SUDO_PASSWORD` */
  readonly askSudoPassword?: AskSudoPassword | undefined;
  /** Puts commands behind a wall. Undefined: they have the rights of this process. */
  readonly wall?: LocalWall | undefined;
  /** Where the private folder for shell state is made. @default `TMPDIR`, else `/tmp` */
  readonly tmpDir?: string | undefined;
}
