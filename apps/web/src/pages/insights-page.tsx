import type { InsightsInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { count, money } from "../format.ts";
import { client } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { strings } from "../strings/strings.ts";
import { Field } from "../ui/field.tsx";
import { LoadedView } from "../ui/loaded.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { BarChart } from "./insights/bar-chart.tsx";
import { allDays, allHours } from "./insights/whole-range.ts";

const texts = strings.admin.insights;
const dayMs = 86_400_000;
const ranges = ["1", "7", "30", "90", "0"] as const;

/** What was used, as numbers and as bars. */
export function InsightsPage(): JSX.Element {
  const [days, setDays] = useState("30");
  return (
    <Page
      title={strings.shell.names.insights}
      about={texts.about}
      needs="inspect"
      actions={
        <Field label={texts.range}>
          <select value={days} onChange={({ currentTarget }) => setDays(currentTarget.value)}>
            {ranges.map((each) => (
              <option key={each} value={each}>
                {texts.ranges[each]}
              </option>
            ))}
          </select>
        </Field>
      }
    >
      <Insights days={Number(days)} />
    </Page>
  );
}

function Insights({ days }: { readonly days: number }): JSX.Element {
  const loaded = useCall(
    async (signal) =>
      await client.getInsights({
        query: { from: days === 0 ? undefined : Date.now() - days * dayMs },
        signal,
      }),
    [days],
  );
  return (
    <LoadedView of={loaded}>
      {(found) =>
        found.calls === 0 && found.sessions === 0 ? (
          <Empty>{texts.none}</Empty>
        ) : (
          <>
            <Totals of={found} />
            <Charts of={found} days={days} />
          </>
        )
      }
    </LoadedView>
  );
}

function Totals({ of }: { readonly of: InsightsInfo }): JSX.Element {
  const rows: readonly (readonly [string, string])[] = [
    [texts.sessions, count(of.sessions)],
    [texts.messages, count(of.messages)],
    [texts.calls, count(of.calls)],
    [texts.input, count(of.tokens.input)],
    [texts.cached, count(of.tokens.cacheRead)],
    [texts.output, count(of.tokens.output)],
    [texts.cost, money(of.costUsd)],
  ];
  return (
    <>
      <dl class="totals">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {of.callsWithoutPrice > 0 && <p class="soft">{texts.withoutPrice(of.callsWithoutPrice)}</p>}
    </>
  );
}

function Charts({ of, days }: { readonly of: InsightsInfo; readonly days: number }): JSX.Element {
  const weekdays = of.weekdays.map((sum) => ({
    ...sum,
    key: texts.weekdayNames[Number(sum.key)] ?? sum.key,
  }));
  return (
    <div class="charts">
      <BarChart title={texts.days} sums={allDays(of.days, { days, now: Date.now() })} by="tokens" isUpright />
      <BarChart title={texts.models} sums={of.models} by="tokens" />
      <BarChart title={texts.tools} sums={of.tools} by="calls" />
      <BarChart title={texts.platforms} sums={of.platforms} by="tokens" />
      <BarChart title={texts.weekdays} sums={weekdays} by="tokens" />
      <BarChart title={texts.hours} sums={allHours(of.hours)} by="tokens" isUpright />
    </div>
  );
}
