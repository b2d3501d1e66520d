import { defaultProfile, profileOfHome } from "@hermes/config";

/** Of the profile of a home, where it is worth a word: undefined for the default one. */
export function profileToShow(home: string): string | undefined {
  const { name } = profileOfHome(home);
  return name === defaultProfile ? undefined : name;
}
