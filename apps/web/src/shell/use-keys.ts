import { useEffect } from "preact/hooks";
import { areKeysShown, isPaletteOpen } from "../palette/palette-state.ts";
import { go } from "../router.ts";
import { isMenuOpen } from "./menu-state.ts";

/** The keys that work everywhere. */
export function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key.toLowerCase() === "k") {
        isPaletteOpen.value = !isPaletteOpen.value;
        event.preventDefault();
      } else if (isCommand && event.shiftKey && event.key.toLowerCase() === "o") {
        go("chat");
        event.preventDefault();
      } else if (event.key === "Escape") {
        isMenuOpen.value = false;
      } else if (!isCommand && !isTyping(event.target)) {
        if (event.key === "?") areKeysShown.value = true;
        else if (event.key === "/") {
          isMenuOpen.value = true;
          document.getElementById("session-search")?.focus();
          event.preventDefault();
        }
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
