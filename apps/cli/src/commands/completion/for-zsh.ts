import type { Offers } from "./offers-at.ts";

/** Entries of `_describe`, in which a colon begins the description. zsh quotes and chooses them by itself. */
export function zshLines({ offers }: Offers): readonly string[] {
  return offers.map(({ value, description }) => {
    const entry = value.replace(/[\\:]/g, "\\$&");
    return description === "" ? entry : `${entry}:${description}`;
  });
}
