import { computed, signal } from "@preact/signals";
import { theme } from "../theme.ts";

const preference = matchMedia("(prefers-color-scheme: dark)");
const prefersDark = signal(preference.matches);
preference.addEventListener("change", ({ matches }) => (prefersDark.value = matches));

/** Whether the page is dark now. */
export const isDark = computed(
  () => theme.value === "dark" || (theme.value === "system" && prefersDark.value),
);
