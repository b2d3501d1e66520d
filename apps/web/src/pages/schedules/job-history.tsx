import type { JobRun } from "@hermes/client";
import type { JSX } from "preact";
import { duration } from "../../format.ts";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { go, hrefOf } from "../../router.ts";
import { strings } from "../../strings/strings.ts";
import { Badge } from "../../ui/badge.tsx";
import { Field } from "../../ui/field.tsx";
import { LoadedView } from "../../ui/loaded.tsx";
import { Empty } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { outcomeText } from "./outcome-text.ts";

const texts = strings.pages.schedules;

/** What came of runs, the newest first. @param props.job Of one job alone. */
export function JobHistory({ job }: { readonly job: string | undefined }): JSX.Element {
  const jobs = useCall(async (signal) => await client.listJobs({ signal }), []);
  const runs = useCall(
    async (signal) => await client.listJobRuns({ query: { id: job, limit: 100 }, signal }),
    [job],
    { everyMs: 10_000 },
  );
  const names = new Map((jobs.data?.items ?? []).map(({ id, name }) => [id, name]));
  return (
    <>
      <div class="line-form">
        <Field label={texts.ofJob}>
          <select
            value={job ?? ""}
            onChange={({ currentTarget: { value } }) =>
              go("schedules", undefined, { view: "history", ...(value === "" ? {} : { job: value }) })
            }
          >
            <option value="">{texts.allJobs}</option>
            {[...names].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <LoadedView of={runs}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{texts.noRuns}</Empty>
          ) : (
            <ul class="records" aria-label={texts.tabs.history}>
              {items.map((run) => (
                <RunRow key={`${run.jobId} ${run.at} ${run.cause}`} run={run} name={names.get(run.jobId)} />
              ))}
            </ul>
          )
        }
      </LoadedView>
    </>
  );
}

function RunRow({ run, name }: { readonly run: JobRun; readonly name: string | undefined }): JSX.Element {
  const { jobId, at, cause, text, error, sessionId, startedAt, endedAt } = run;
  return (
    <li class="record">
      <p class="record-text">
        <strong>{name ?? jobId}</strong>{" "}
        <Badge kind={error === undefined ? "plain" : "bad"}>{outcomeText(run)}</Badge>
      </p>
      <p class="record-facts">
        <Time at={at} />
        <span>{texts.causes[cause]}</span>
        {startedAt !== undefined && endedAt !== undefined && (
          <span>{texts.took(duration(endedAt - startedAt))}</span>
        )}
        {sessionId !== undefined && <a href={hrefOf("chat", sessionId)}>{texts.session}</a>}
      </p>
      {error !== undefined && <p class="note error">{error}</p>}
      {text !== undefined && text !== "" && (
        <details>
          <summary>{texts.answer}</summary>
          <p class="record-text">{text}</p>
        </details>
      )}
    </li>
  );
}
