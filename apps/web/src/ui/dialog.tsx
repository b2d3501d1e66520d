import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { strings } from "../strings/strings.ts";
import { Button } from "./button.tsx";

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Buttons at its end. */
  readonly actions?: ComponentChildren;
  readonly isWide?: boolean | undefined;
  readonly onClose: () => void;
}

/** Over the page, until it is closed; the focus stays within, and goes back to where it was. */
export function Dialog({ title, children, actions, isWide = false, onClose }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog${isWide ? " wide" : ""}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-box">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <Button icon="close" label={strings.shell.close} onClick={onClose} />
        </header>
        <div class="dialog-body">{children}</div>
        {actions !== undefined && <footer class="dialog-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}
