import type { FoundHubSkills, HubSkill } from "@hermes/client";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { rights } from "../../home/who.ts";
import { strings } from "../../strings/strings.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Empty } from "../../ui/page.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";
import { InstallPlan } from "./install-plan.tsx";
import { webAddress } from "./web-address.ts";
import { sayError } from "../../ui/toast.tsx";

const texts = strings.pages.skills;
const limit = 60;

/** Skills of others, from every source that answers. */
export function HubSearch(): JSX.Element {
  const [words, setWords] = useState("");
  const [found, setFound] = useState<FoundHubSkills>();
  const [looked, setLooked] = useState<string>();
  const action = useAction();
  const asking = useRef<AbortController | undefined>(undefined);
  const search = async (): Promise<void> => {
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    await action.run(async () =>
      setFound(await client.searchHub({ query: { q: words.trim(), limit }, signal })),
    );
  };
  if (!rights.value.has("own")) return <Empty>{texts.hubOff}</Empty>;
  return (
    <>
      <p class="soft">{texts.hubAbout}</p>
      <form
        class="line-form"
        onSubmit={(event) => {
          event.preventDefault();
          search().catch(sayError);
        }}
      >
        <Field label={texts.hubSearch} hint={texts.hubHint}>
          <input type="search" value={words} onInput={({ currentTarget }) => setWords(currentTarget.value)} />
        </Field>
        <Button type="submit" kind="primary" isBusy={action.isBusy}>
          {texts.hubGo}
        </Button>
        {action.isBusy && <Button onClick={() => asking.current?.abort()}>{texts.stop}</Button>}
      </form>
      <ActionError of={action} />
      {action.isBusy ? (
        <p class="note" role="status">
          {texts.hubSearching}
        </p>
      ) : found === undefined ? (
        <Empty>{texts.hubBegin}</Empty>
      ) : (
        <Found found={found} onLook={setLooked} />
      )}
      {looked !== undefined && <InstallPlan reference={looked} onClose={() => setLooked(undefined)} />}
    </>
  );
}

interface FoundProps {
  readonly found: FoundHubSkills;
  readonly onLook: (reference: string) => void;
}

function Found({ found: { items, problems }, onLook }: FoundProps): JSX.Element {
  return (
    <>
      {problems.length > 0 && (
        <div class="note">
          {texts.problems}
          <ul class="plain-list">
            {problems.map(({ source, reason }) => (
              <li key={source}>{texts.problem(source, reason)}</li>
            ))}
          </ul>
        </div>
      )}
      {items.length === 0 ? (
        <Empty>{texts.hubEmpty}</Empty>
      ) : (
        <>
          <p class="soft" role="status">
            {texts.found(items.length)}
          </p>
          <ul class="records" aria-label={texts.tabs.hub}>
            {items.map((skill) => (
              <FoundSkill key={skill.reference} skill={skill} onLook={onLook} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function FoundSkill({
  skill,
  onLook,
}: {
  readonly skill: HubSkill;
  readonly onLook: FoundProps["onLook"];
}): JSX.Element {
  const { reference, source, name, description, trust, version } = skill;
  const url = webAddress(skill.url);
  return (
    <li class="record">
      <div class="record-head">
        <p class="record-text">
          <strong>{name}</strong>
        </p>
        <Button label={texts.lookAt(name)} onClick={() => onLook(reference)}>
          {texts.look}
        </Button>
      </div>
      <p class="record-text soft">{description === "" ? texts.noDescription : description}</p>
      <p class="record-facts">
        <span>{texts.from(source)}</span>
        <Badge kind={trust === "builtin" || trust === "official" ? "good" : "warning"}>
          {texts.trust.get(trust) ?? trust}
        </Badge>
        {version !== undefined && <span>{texts.version(version)}</span>}
        {url !== undefined && (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {texts.page}
          </a>
        )}
      </p>
    </li>
  );
}
