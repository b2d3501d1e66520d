import type { JSX } from "preact";
import { activity } from "../home/activity.ts";
import { client } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { rights } from "../home/who.ts";
import { hrefOf } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { LoadedView } from "../ui/loaded.tsx";
import { Page, Section } from "../ui/page.tsx";
import { AuditList } from "./permissions/audit-list.tsx";
import { Explain } from "./permissions/explain.tsx";
import { ModeChoice } from "./permissions/mode-choice.tsx";
import { RuleList } from "./permissions/rule-list.tsx";

const texts = strings.admin.permissions;

/** What the agent may do, and what was decided about it. */
export function PermissionsPage(): JSX.Element {
  return (
    <Page title={strings.shell.names.permissions} about={texts.about} needs="inspect">
      <Permissions />
    </Page>
  );
}

function Permissions(): JSX.Element {
  const loaded = useCall(async (signal) => await client.getPermissions({ signal }), []);
  const { approvals } = activity.value;
  return (
    <>
      {approvals.length > 0 && (
        <Section title={texts.open}>
          <ul class="plain-list">
            {approvals.map(({ id, sessionId, summary }) => (
              <li key={id}>
                <a href={hrefOf("chat", sessionId)}>
                  <code class="breaks">{summary}</code>
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <LoadedView of={loaded}>
        {(permissions) => (
          <>
            <ModeChoice permissions={permissions} onChange={loaded.reload} />
            <RuleList permissions={permissions} onChange={loaded.reload} />
          </>
        )}
      </LoadedView>
      {rights.value.has("own") && <Explain />}
      <AuditList />
    </>
  );
}
