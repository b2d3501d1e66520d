import type { JobChange, JobInfo } from "@hermes/client";
import type { JSX } from "preact";
import { fullTime } from "../../format.ts";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { strings } from "../../strings/strings.ts";
import { errorText } from "../../ui/toast.tsx";
import { useDelayed } from "../use-delayed.ts";

export interface JobPreviewProps {
  readonly job: JobInfo | undefined;
  readonly change: JobChange;
}

const texts = strings.pages.schedules;
const quietMs = 350;

/** How the home reads what is typed, and when it would be due. Nothing is kept. */
export function JobPreview({ job, change }: JobPreviewProps): JSX.Element {
  const wanted = useDelayed(JSON.stringify(change), quietMs);
  const isEmpty = job === undefined && (change.schedule ?? "") === "";
  const loaded = useCall(
    async (signal) =>
      isEmpty
        ? undefined
        : await client.previewJob({ query: { id: job?.id }, body: withTask(change, job), signal }),
    [wanted],
  );
  return (
    <div class="facts" role="status" aria-label={texts.preview}>
      {isEmpty ? (
        <p class="soft">{texts.previewEmpty}</p>
      ) : loaded.error !== undefined ? (
        <p class="note error">{errorText(loaded.error)}</p>
      ) : loaded.data === undefined ? (
        <p class="soft">{texts.previewing}</p>
      ) : (
        <>
          <p>{loaded.data.reading}</p>
          <p class="soft">
            {loaded.data.nextAt === undefined
              ? texts.noNext
              : `${texts.next}: ${fullTime(loaded.data.nextAt)}`}
          </p>
        </>
      )}
    </div>
  );
}

/** The time is shown before it is said what is to be done. */
function withTask(change: JobChange, job: JobInfo | undefined): JobChange {
  if (job !== undefined || (change.prompt ?? "") !== "" || (change.script ?? "") !== "") return change;
  return { ...change, prompt: texts.preview };
}
