import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * What some tests need beside Node, npm, git and a POSIX shell, and the Debian package that brings it. The one list:
 * `needs` takes these alone, and the second run of `.ci/run` hides them all.
 */
export const optionalPrograms = {
  apptainer: "apptainer",
  bwrap: "bubblewrap",
  busybox: "busybox-static",
  chromium: "chromium",
  curl: "curl",
  docker: "docker.io",
  dockerd: "docker.io",
  "espeak-ng": "espeak-ng",
  ffmpeg: "ffmpeg",
  fish: "fish",
  ip: "iproute2",
  openssl: "openssl",
  pdftoppm: "poppler-utils",
  pdftotext: "poppler-utils",
  ps: "procps",
  python3: "python3",
  rg: "ripgrep",
  soffice: "libreoffice-writer libreoffice-impress",
  ssh: "openssh-client",
  "ssh-keygen": "openssh-client",
  sshd: "openssh-server",
  tmux: "tmux",
  zsh: "zsh",
};

/** Where daemons lie, also when the `PATH` of a person does not lead there. */
const systemFolders = ["/usr/sbin", "/sbin"];

/**
 * @param {...keyof typeof optionalPrograms} programs
 * @returns {string | undefined} What is missing here as the reason of a skipped test; undefined: nothing.
 */
export function lacks(...programs) {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return undefined;
  const packages = [...new Set(missing.map((program) => optionalPrograms[program]))];
  return `needs ${missing.join(", ")} (Debian: ${packages.join(", ")})`;
}

/**
 * Skips a test where a program is missing, with the reason. First line of a test, or of a hook before each.
 *
 * @param {{ skip(condition: boolean, note?: string): void }} context What vitest gives a test.
 * @param {...keyof typeof optionalPrograms} programs
 */
export function needs({ skip }, ...programs) {
  const reason = lacks(...programs);
  skip(reason !== undefined, reason);
}

/** @param {string} program */
function isThere(program) {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...systemFolders];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
