import type { ComponentChildren, JSX } from "preact";

export interface BadgeProps {
  readonly children: ComponentChildren;
  readonly kind?: "good" | "bad" | "warning" | "plain" | undefined;
}

export function Badge({ children, kind = "plain" }: BadgeProps): JSX.Element {
  return <span class={`badge ${kind}`}>{children}</span>;
}
