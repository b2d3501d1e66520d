import type { ComponentChildren, JSX } from "preact";

export interface TableProps {
  /** What it is of. */
  readonly label: string;
  readonly head: readonly string[];
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A table that is scrolled by itself where it is too wide. */
export function Table({ label, head, children }: TableProps): JSX.Element {
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={label}>
      <table class="table">
        <thead>
          <tr>
            {head.map((each) => (
              <th key={each} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
