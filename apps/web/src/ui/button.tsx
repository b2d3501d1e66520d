import type { ComponentChildren, JSX } from "preact";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";

export interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly icon?: IconName | undefined;
  /** What it does, where it shows an icon alone. */
  readonly label?: string | undefined;
  readonly kind?: "primary" | "plain" | "danger" | undefined;
  readonly isBusy?: boolean | undefined;
  readonly isOff?: boolean | undefined;
  /** Of one that is on or off. */
  readonly isPressed?: boolean | undefined;
  readonly isExpanded?: boolean | undefined;
  readonly type?: "button" | "submit" | undefined;
  readonly onClick?: ((event: MouseEvent) => void) | undefined;
}

export function Button(props: ButtonProps): JSX.Element {
  const { children, icon, label, kind = "plain", isBusy = false, isOff = false, type = "button" } = props;
  const isIconAlone = children === undefined;
  return (
    <button
      type={type}
      class={`button ${kind}${isIconAlone ? " round" : ""}`}
      aria-label={label}
      title={isIconAlone ? label : undefined}
      aria-busy={isBusy}
      aria-pressed={props.isPressed}
      aria-expanded={props.isExpanded}
      disabled={isOff || isBusy}
      onClick={props.onClick}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}
