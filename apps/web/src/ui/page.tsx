import type { Access } from "@hermes/client";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { rights } from "../home/who.ts";
import { strings } from "../strings/strings.ts";

export interface PageProps {
  readonly title: string;
  /** What the page is for, in one sentence. */
  readonly about?: string | undefined;
  readonly actions?: ComponentChildren;
  /** The right without which there is nothing to see here. */
  readonly needs?: Access | undefined;
  readonly children: ComponentChildren;
}

/** The frame of every page but the chat. */
export function Page({ title, about, actions, needs, children }: PageProps): JSX.Element {
  useEffect(() => {
    document.title = strings.shell.titleOf(title);
  }, [title]);
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{title}</h1>
          {about !== undefined && <p class="page-about">{about}</p>}
        </div>
        {actions !== undefined && <div class="page-actions">{actions}</div>}
      </header>
      {needs === undefined || rights.value.has(needs) ? children : <Empty>{strings.shell.forbidden}</Empty>}
    </div>
  );
}

export interface SectionProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ title, actions, children }: SectionProps): JSX.Element {
  return (
    <section class="section">
      <header class="section-head">
        <h2>{title}</h2>
        {actions !== undefined && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** In place of a list that has nothing. */
export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <p class="empty">{children}</p>;
}
