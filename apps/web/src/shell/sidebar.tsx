import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { who } from "../home/who.ts";
import { isPaletteOpen } from "../palette/palette-state.ts";
import { hrefOf, pageNames, route } from "../router.ts";
import type { PageName } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { setTheme, theme } from "../theme.ts";
import type { Theme } from "../theme.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon.tsx";
import { isMenuOpen } from "./menu-state.ts";
import { SessionList } from "./session-list.tsx";

const icons: Readonly<Record<PageName, IconName>> = {
  chat: "chat",
  memory: "memory",
  skills: "spark",
  schedules: "clock",
  gateway: "plug",
  processes: "terminal",
  permissions: "shield",
  settings: "gear",
  insights: "chart",
  logs: "log",
  devices: "device",
};
const themes: readonly Theme[] = ["system", "light", "dark"];

/** Sessions and pages. */
export function Sidebar(): JSX.Element {
  const { page, id } = route.value;
  useEffect(() => {
    isMenuOpen.value = false;
  }, [page, id]);
  return (
    <>
      {isMenuOpen.value && <div class="veil" onClick={() => (isMenuOpen.value = false)} />}
      <aside class={`sidebar${isMenuOpen.value ? " open" : ""}`}>
        <header class="sidebar-head">
          <span class="brand">{strings.shell.app}</span>
          <Button
            icon="search"
            label={strings.shell.openPalette}
            onClick={() => (isPaletteOpen.value = true)}
          />
          <span class="narrow">
            <Button icon="close" label={strings.shell.closeMenu} onClick={() => (isMenuOpen.value = false)} />
          </span>
        </header>
        <a class="button primary" href={hrefOf("chat")}>
          <Icon name="plus" />
          <span>{strings.shell.newChat}</span>
        </a>
        <SessionList />
        <nav class="pages" aria-label={strings.shell.navigation}>
          {pageNames
            .filter((name) => name !== "chat")
            .map((name) => (
              <a key={name} href={hrefOf(name)} aria-current={name === page ? "page" : undefined}>
                <Icon name={icons[name]} />
                <span>{strings.shell.names[name]}</span>
              </a>
            ))}
        </nav>
        <footer class="sidebar-foot">
          {who.value.state === "in" && (
            <span class="who">{strings.shell.signedInAs(who.value.name, who.value.role)}</span>
          )}
          <label class="theme">
            <span class="unseen">{strings.shell.theme}</span>
            <select
              value={theme.value}
              onChange={({ currentTarget }) =>
                setTheme(themes.find((each) => each === currentTarget.value) ?? "system")
              }
            >
              {themes.map((each) => (
                <option key={each} value={each}>
                  {strings.shell.themes[each]}
                </option>
              ))}
            </select>
          </label>
        </footer>
      </aside>
    </>
  );
}
