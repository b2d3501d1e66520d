import { signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const key = "hermes-theme";
export const theme = signal<Theme>("system");

export function startTheme(): void {
  const kept = localStorage.getItem(key);
  setTheme(kept === "light" || kept === "dark" ? kept : "system");
}

export function setTheme(wanted: Theme): void {
  theme.value = wanted;
  if (wanted === "system") localStorage.removeItem(key);
  else localStorage.setItem(key, wanted);
  document.documentElement.dataset["theme"] = wanted;
}
