import { join } from "node:path";

/** The folder of the person's skills. */
export function userSkills(home: string): string {
  return join(home, "skills");
}

/** In the folder of bundled skills: packs that a person installs when they want them. */
export const optionalPacks = "optional";
