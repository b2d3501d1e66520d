import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";

export interface Tab {
  readonly name: string;
  readonly href: string;
  readonly isOpen: boolean;
}

/** Views of one page, each with an address of its own. */
export function Tabs({ tabs }: { readonly tabs: readonly Tab[] }): JSX.Element {
  return (
    <nav class="tabs" aria-label={strings.pages.views}>
      {tabs.map(({ name, href, isOpen }) => (
        <a key={href} href={href} aria-current={isOpen ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
