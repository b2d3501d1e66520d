import { signal } from "@preact/signals";

/** Whether the sidebar is shown on a screen that has no room for both. */
export const isMenuOpen = signal(false);
