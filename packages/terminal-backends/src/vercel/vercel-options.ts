import type { Environment } from "@hermes/registry";

export interface VercelBackendOptions {
  /**
   * The environment of this process: `VERCEL_TOKEN`, `VERCEL_TEAM_ID` and `VERCEL_PROJECT_ID`, or `VERCEL_OIDC_TOKEN`
   * alone; and what is forwarded.
   */
  readonly env: Environment;
  /** Name of an image. @default that of Vercel */
  readonly image?: string | undefined;
  /** Folder there that tasks start in; made when it is missing. @default that of the sandbox */
  readonly cwd?: string | undefined;
  /** Keeps the sandbox: whoever gives the same name and image gets it again, with its files. Undefined: removed at the end. */
  readonly keepAs?: string | undefined;
  /** Names of variables whose values commands get; also secrets. Nothing else of `env` goes there. */
  readonly forwardEnv?: readonly string[] | undefined;
  /** Processors; memory comes with them. @default what Vercel gives */
  readonly cpus?: number | undefined;
  /** Whether commands reach the internet. @default true */
  readonly hasNetwork?: boolean | undefined;
  /** Longest life of a sandbox at a stretch. One that is kept is started again when it is needed. @default 45 minutes */
  readonly lifetimeMs?: number | undefined;
  /** Address of the service. @default that of Vercel */
  readonly apiUrl?: string | undefined;
}
