/** The shells that there is a script for. */
export const shells = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof shells)[number];

export function isShell(name: string): name is Shell {
  return shells.some((shell) => shell === name);
}
