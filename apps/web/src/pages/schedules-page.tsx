import type { JobInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { rights } from "../home/who.ts";
import { hrefOf, route } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { LoadedView } from "../ui/loaded.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { JobForm } from "./schedules/job-form.tsx";
import { JobRow } from "./schedules/job-row.tsx";
import { JobHistory } from "./schedules/job-history.tsx";
import { Tabs } from "./tabs.tsx";

const texts = strings.pages.schedules;

/** What is done at set times, and what came of it. */
export function SchedulesPage(): JSX.Element {
  const [edited, setEdited] = useState<JobInfo | "new">();
  const [changes, setChanges] = useState(0);
  const isHistory = route.value.query.get("view") === "history";
  const tabs = [
    { name: texts.tabs.list, href: hrefOf("schedules"), isOpen: !isHistory },
    {
      name: texts.tabs.history,
      href: hrefOf("schedules", undefined, { view: "history" }),
      isOpen: isHistory,
    },
  ];
  return (
    <Page
      title={strings.shell.names.schedules}
      about={texts.about}
      needs="inspect"
      actions={
        rights.value.has("own") && (
          <Button icon="plus" kind="primary" onClick={() => setEdited("new")}>
            {texts.create}
          </Button>
        )
      }
    >
      <Tabs tabs={tabs} />
      {isHistory ? (
        <JobHistory job={route.value.query.get("job") ?? undefined} />
      ) : (
        <Jobs key={changes} onEdit={setEdited} />
      )}
      {edited !== undefined && (
        <JobForm
          job={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            setChanges((count) => count + 1);
          }}
        />
      )}
    </Page>
  );
}

function Jobs({ onEdit }: { readonly onEdit: (job: JobInfo) => void }): JSX.Element {
  const loaded = useCall(async (signal) => await client.listJobs({ signal }), [], { everyMs: 10_000 });
  const gateway = useCall(async (signal) => await client.getGateway({ signal }), []);
  const isOff = gateway.data?.state === "stopped";
  return (
    <LoadedView of={loaded}>
      {({ items }) => (
        <>
          {isOff && items.length > 0 && (
            <p class="note">
              {texts.gatewayOff} <code>{strings.pages.gateway.command}</code>
            </p>
          )}
          {items.length === 0 ? (
            <Empty>{texts.empty}</Empty>
          ) : (
            <ul class="records" aria-label={texts.tabs.list}>
              {items.map((job) => (
                <JobRow
                  key={job.id}
                  job={job}
                  isGatewayOff={isOff}
                  onEdit={() => onEdit(job)}
                  onChange={loaded.reload}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </LoadedView>
  );
}
