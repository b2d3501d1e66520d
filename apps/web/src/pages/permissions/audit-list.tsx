import type { AuditInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { hrefOf } from "../../router.ts";
import { strings } from "../../strings/strings.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { LoadedView } from "../../ui/loaded.tsx";
import { Empty, Section } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { attempt } from "../../ui/toast.tsx";
import { useDelayed } from "../use-delayed.ts";
import { Table } from "../../ui/table.tsx";

const texts = strings.admin.permissions;
const pageSize = 30;
const quietMs = 250;
type Decision = AuditInfo["decision"];

/** What was decided about calls, the newest first. */
export function AuditList(): JSX.Element {
  const [decision, setDecision] = useState<Decision>();
  const [typed, setTyped] = useState("");
  const tool = useDelayed(typed.trim(), quietMs);
  const query = { decision, tool: tool === "" ? undefined : tool, limit: pageSize };
  const first = useCall(async (signal) => await client.listAudit({ query, signal }), [decision, tool]);
  const [older, setOlder] = useState<{ readonly items: readonly AuditInfo[]; readonly more: boolean }>();
  useEffect(() => setOlder(undefined), [first.data]);
  const more = async (before: number): Promise<void> => {
    await attempt(async () => {
      const page = await client.listAudit({ query: { ...query, before } });
      setOlder({ items: [...(older?.items ?? []), ...page.items], more: page.more });
    });
  };
  return (
    <Section title={texts.audit}>
      <div class="line-form">
        <Field label={texts.decision}>
          <select
            value={decision ?? ""}
            onChange={({ currentTarget: { value } }) =>
              setDecision(value === "allowed" || value === "denied" ? value : undefined)
            }
          >
            <option value="">{texts.anyDecision}</option>
            <option value="allowed">{texts.allowed}</option>
            <option value="denied">{texts.denied}</option>
          </select>
        </Field>
        <Field label={texts.tool}>
          <input
            placeholder={texts.anyTool}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </Field>
      </div>
      <LoadedView of={first}>
        {(page) => {
          const items = [...page.items, ...(older?.items ?? [])];
          const last = items.at(-1);
          if (last === undefined) return <Empty>{texts.noAudit}</Empty>;
          return (
            <>
              <AuditTable items={items} />
              {(older ?? page).more && (
                <Button onClick={() => void more(last.id)}>{strings.admin.showMore}</Button>
              )}
            </>
          );
        }}
      </LoadedView>
    </Section>
  );
}

function AuditTable({ items }: { readonly items: readonly AuditInfo[] }): JSX.Element {
  return (
    <Table
      label={texts.audit}
      head={[texts.when, texts.decision, texts.tool, texts.request, texts.decidedBy, strings.admin.session]}
    >
      {items.map(({ id, at, decision, tool, request, decidedBy, reason, sessionId }) => (
        <tr key={id}>
          <td>
            <Time at={at} />
          </td>
          <td>
            <Badge kind={decision === "allowed" ? "good" : "bad"}>{texts[decision]}</Badge>
          </td>
          <td>{tool}</td>
          <td>
            <code class="breaks">{request}</code>
          </td>
          <td title={reason}>{decidedBy}</td>
          <td>{sessionId !== undefined && <a href={hrefOf("chat", sessionId)}>{sessionId}</a>}</td>
        </tr>
      ))}
    </Table>
  );
}
