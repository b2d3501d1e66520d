/** Commands on other hosts through OpenSSH. */
export { createSshBackend } from "./ssh-backend.ts";
export type { SshBackendOptions } from "./ssh-backend.ts";
