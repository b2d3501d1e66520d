import type { LearningInfo } from "@hermes/client";
import type { JSX } from "preact";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { rights } from "../../home/who.ts";
import { strings } from "../../strings/strings.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { LoadedView } from "../../ui/loaded.tsx";
import { Empty, Section } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";

const limit = 200;

/** What was learned from mistakes, the last first. */
export function Learnings(): JSX.Element {
  const texts = strings.pages.memory;
  const learnings = useCall((signal) => client.listLearnings({ query: { limit }, signal }), []);
  return (
    <Section title={texts.learnings}>
      <p class="soft">{texts.learningsAbout}</p>
      <LoadedView of={learnings}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{texts.noLearnings}</Empty>
          ) : (
            <ul class="records" aria-label={texts.learnings}>
              {items.map((each) => (
                <LearningView key={each.id} learning={each} onChange={learnings.reload} />
              ))}
            </ul>
          )
        }
      </LoadedView>
    </Section>
  );
}

function LearningView({
  learning: { id, pattern, errorType, fix, context, tags, createdAt, timesUsed, timesHelped },
  onChange,
}: {
  readonly learning: LearningInfo;
  readonly onChange: () => void;
}): JSX.Element {
  const texts = strings.pages.memory;
  const action = useAction();
  const remove = async (): Promise<void> => {
    const { title, text, done } = texts.removeLearning;
    if (!(await confirm({ title, text: text(pattern), action: texts.remove }))) return;
    if (await action.run(() => client.removeLearning({ params: { id: String(id) } }), done)) onChange();
  };
  return (
    <li class="record">
      <div class="record-head">
        <p class="record-text">{pattern}</p>
        {rights.value.has("own") && (
          <Button
            icon="trash"
            kind="danger"
            label={texts.removeNote(pattern)}
            isBusy={action.isBusy}
            onClick={() => void remove()}
          />
        )}
      </div>
      <dl class="record-list">
        <dt>{texts.fix}</dt>
        <dd>{fix}</dd>
        {context !== "" && (
          <>
            <dt>{texts.context}</dt>
            <dd>{context}</dd>
          </>
        )}
      </dl>
      <p class="record-facts">
        {errorType !== "" && <Badge>{errorType}</Badge>}
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        <Time at={createdAt} />
        <span>{texts.uses(timesUsed, timesHelped)}</span>
      </p>
      <ActionError of={action} />
    </li>
  );
}
