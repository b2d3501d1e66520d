import type { SkillInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { rights } from "../../home/who.ts";
import { hrefOf } from "../../router.ts";
import { strings } from "../../strings/strings.ts";
import { Field } from "../../ui/field.tsx";
import { LoadedView } from "../../ui/loaded.tsx";
import { Empty } from "../../ui/page.tsx";
import { SkillFacts } from "./skill-facts.tsx";
import { useDelayed } from "../use-delayed.ts";

const texts = strings.pages.skills;
const quietMs = 200;

/** The skills that are offered, and on demand those that are not, with the reason. */
export function SkillList(): JSX.Element {
  const [typed, setTyped] = useState("");
  const [all, setAll] = useState(false);
  const words = useDelayed(typed.trim(), quietMs);
  const loaded = useCall(
    async (signal) =>
      await client.listSkills({ query: { q: words === "" ? undefined : words, all }, signal }),
    [words, all],
  );
  return (
    <>
      <div class="line-form">
        <Field label={texts.search}>
          <input type="search" value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
        </Field>
        {rights.value.has("inspect") && (
          <label class="check">
            <input
              type="checkbox"
              checked={all}
              onChange={({ currentTarget }) => setAll(currentTarget.checked)}
            />
            <span>{texts.all}</span>
          </label>
        )}
      </div>
      <LoadedView of={loaded}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{words === "" ? texts.empty : texts.noHits}</Empty>
          ) : (
            <>
              <p class="soft" role="status">
                {texts.count(items.length)}
              </p>
              <ul class="records" aria-label={strings.shell.names.skills}>
                {items.map((skill) => (
                  <SkillRow key={skill.name} skill={skill} />
                ))}
              </ul>
            </>
          )
        }
      </LoadedView>
    </>
  );
}

function SkillRow({ skill }: { readonly skill: SkillInfo }): JSX.Element {
  const { name, description } = skill;
  return (
    <li class="record">
      <p class="record-text">
        {rights.value.has("inspect") ? <a href={hrefOf("skills", name)}>{name}</a> : name}
      </p>
      <p class="record-text soft">{description === "" ? texts.noDescription : description}</p>
      <SkillFacts skill={skill} />
    </li>
  );
}
