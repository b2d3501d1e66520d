import type { InsightsSum } from "@hermes/client";
import type { JSX } from "preact";
import { count, money } from "../../format.ts";
import { strings } from "../../strings/strings.ts";
import { Section } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";

export interface BarChartProps {
  readonly title: string;
  readonly sums: readonly InsightsSum[];
  readonly by: "calls" | "tokens";
  /** Beside each other, as times are; otherwise below each other, the largest first. */
  readonly isUpright?: boolean | undefined;
}

const texts = strings.admin.insights;
const maxRows = 12;

/** Bars for those who see them, and the same numbers as a table. */
export function BarChart({ title, sums, by, isUpright = false }: BarChartProps): JSX.Element | null {
  if (sums.length === 0) return null;
  const largest = Math.max(1, ...sums.map((sum) => sum[by]));
  const shown = isUpright ? sums : sums.toSorted((one, other) => other[by] - one[by]).slice(0, maxRows);
  return (
    <Section title={title}>
      <div class={isUpright ? "bars upright" : "bars"} aria-hidden="true">
        {shown.map((sum) => (
          <div key={sum.key} class="bar" title={`${nameOf(sum)}: ${count(sum[by])}`}>
            <span class="bar-name">{nameOf(sum)}</span>
            <span class="bar-track">
              <span
                class="bar-fill"
                style={{ [isUpright ? "height" : "width"]: `${(100 * sum[by]) / largest}%` }}
              />
            </span>
            {!isUpright && <span class="bar-value">{count(sum[by])}</span>}
          </div>
        ))}
      </div>
      {isUpright && (
        <p class="bar-ends" aria-hidden="true">
          <span>{shown[0]?.key}</span>
          <span>{shown.at(-1)?.key}</span>
        </p>
      )}
      <details>
        <summary>{texts.table}</summary>
        <Table label={title} head={[texts.name, texts.callsHead, texts.failed, texts.tokens, texts.cost]}>
          {sums.map((sum) => (
            <tr key={sum.key}>
              <th scope="row">{nameOf(sum)}</th>
              <td>{sum.calls}</td>
              <td>{sum.failed}</td>
              <td>{sum.tokens.toLocaleString("en")}</td>
              <td>{money(sum.costUsd)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </Section>
  );
}

function nameOf({ key }: InsightsSum): string {
  return key === "" ? texts.unnamed : key;
}
