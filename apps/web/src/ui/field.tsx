import type { ComponentChildren, JSX } from "preact";

export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** One input, which the label names. */
  readonly children: ComponentChildren;
}

export function Field({ label, hint, children }: FieldProps): JSX.Element {
  return (
    <div class="field">
      <label>
        <span class="field-label">{label}</span>
        {children}
      </label>
      {hint !== undefined && <span class="field-hint">{hint}</span>}
    </div>
  );
}
