export type OptionalProgram =
  | "apptainer"
  | "bwrap"
  | "busybox"
  | "chromium"
  | "curl"
  | "docker"
  | "dockerd"
  | "espeak-ng"
  | "ffmpeg"
  | "fish"
  | "ip"
  | "openssl"
  | "pdftoppm"
  | "pdftotext"
  | "ps"
  | "python3"
  | "rg"
  | "soffice"
  | "ssh"
  | "ssh-keygen"
  | "sshd"
  | "tmux"
  | "zsh";
export const optionalPrograms: Readonly<Record<OptionalProgram, string>>;
/** What is missing here as the reason of a skipped test; undefined: nothing. */
export function lacks(...programs: readonly OptionalProgram[]): string | undefined;
/** Skips a test where a program is missing, with the reason. First line of a test, or of a hook before each. */
export function needs(
  context: { readonly skip: (condition: boolean, note?: string) => void },
  ...programs: readonly OptionalProgram[]
): void;
