import type { JSX } from "preact";
import { isPaletteOpen } from "../palette/palette-state.ts";
import { route } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { isMenuOpen } from "./menu-state.ts";

/** On narrow screens: the way to the menu. */
export function TopBar(): JSX.Element {
  return (
    <header class="top-bar">
      <Button
        icon="menu"
        label={strings.shell.openMenu}
        isExpanded={isMenuOpen.value}
        onClick={() => (isMenuOpen.value = true)}
      />
      <span class="top-bar-title">{strings.shell.names[route.value.page]}</span>
      <Button icon="search" label={strings.shell.openPalette} onClick={() => (isPaletteOpen.value = true)} />
    </header>
  );
}
