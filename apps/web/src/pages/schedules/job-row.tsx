import type { JobInfo } from "@hermes/client";
import type { JSX } from "preact";
import { client } from "../../home/client.ts";
import { rights } from "../../home/who.ts";
import { hrefOf } from "../../router.ts";
import { strings } from "../../strings/strings.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { Time } from "../../ui/time.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";
import { outcomeText } from "./outcome-text.ts";

export interface JobRowProps {
  readonly job: JobInfo;
  readonly isGatewayOff: boolean;
  readonly onEdit: () => void;
  readonly onChange: () => void;
}

const texts = strings.pages.schedules;
const kinds = { active: "good", paused: "warning", done: "plain" } as const;

/** One job: when it is done, how it went, and what can be done with it. */
export function JobRow({ job, isGatewayOff, onEdit, onChange }: JobRowProps): JSX.Element {
  const { name, reading, state, pausedBecause, nextAt, runs, prompt, script, madeBy, last, warnings } = job;
  return (
    <li class="record">
      <div class="record-head">
        <p class="record-text">
          <strong>{name}</strong> <Badge kind={kinds[state]}>{texts.states[state]}</Badge>
        </p>
        {rights.value.has("own") && <JobActions {...{ job, isGatewayOff, onEdit, onChange }} />}
      </div>
      <p class="record-text">{reading}</p>
      <p class="record-text soft">{prompt ?? script}</p>
      <p class="record-facts">
        <span>
          {nextAt === undefined ? texts.noNext : `${texts.next}: `}
          {nextAt !== undefined && <Time at={nextAt} />}
        </span>
        {last === undefined ? (
          <span>{texts.never}</span>
        ) : (
          <span>
            {texts.last}: <Time at={last.at} /> {outcomeText(last)}
          </span>
        )}
        <span>{texts.ran(runs)}</span>
        {madeBy === "model" && <Badge>{texts.byModel}</Badge>}
        {pausedBecause !== undefined && <span>{texts.pausedBecause(pausedBecause)}</span>}
        <a
          href={hrefOf("schedules", undefined, { view: "history", job: job.id })}
          aria-label={texts.historyOf(name)}
        >
          {texts.history}
        </a>
      </p>
      {warnings.length > 0 && (
        <div class="note error">
          {texts.warnings}
          <ul class="plain-list">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

function JobActions({ job: { id, name, state }, isGatewayOff, onEdit, onChange }: JobRowProps): JSX.Element {
  const action = useAction();
  const params = { id };
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    if (await action.run(work, done)) onChange();
  };
  const remove = async (): Promise<void> => {
    const title = texts.removeTitle(name);
    if (await confirm({ title, text: texts.removeText, action: texts.remove }))
      await act(() => client.removeJob({ params }), texts.removed);
  };
  const asked = isGatewayOff ? texts.askedOff : texts.asked;
  return (
    <div>
      <div class="page-actions">
        <Button
          icon="play"
          label={texts.runOf(name)}
          isBusy={action.isBusy}
          onClick={() => void act(() => client.runJob({ params }), asked)}
        />
        {state === "active" && (
          <Button
            icon="pause"
            label={texts.pauseOf(name)}
            isBusy={action.isBusy}
            onClick={() => void act(() => client.pauseJob({ params }), texts.paused)}
          />
        )}
        {state === "paused" && (
          <Button
            icon="retry"
            label={texts.resumeOf(name)}
            isBusy={action.isBusy}
            onClick={() => void act(() => client.resumeJob({ params }), texts.resumed)}
          />
        )}
        <Button icon="edit" label={texts.editOf(name)} onClick={onEdit} />
        <Button icon="trash" kind="danger" label={texts.removeOf(name)} onClick={() => void remove()} />
      </div>
      <ActionError of={action} />
    </div>
  );
}
