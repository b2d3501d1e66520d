import type { JSX } from "preact";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { hrefOf } from "../../router.ts";
import { strings } from "../../strings/strings.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoadedView } from "../../ui/loaded.tsx";
import { Empty, Page, Section } from "../../ui/page.tsx";
import { SkillFacts } from "./skill-facts.tsx";

const texts = strings.pages.skills;

/** One skill: what it says, and what else is in its folder. */
export function SkillView({ name }: { readonly name: string }): JSX.Element {
  const loaded = useCall(async (signal) => await client.getSkill({ params: { name }, signal }), [name]);
  return (
    <Page
      title={name}
      actions={
        <a class="button plain" href={hrefOf("skills")}>
          <Icon name="back" />
          <span>{texts.back}</span>
        </a>
      }
    >
      <LoadedView of={loaded}>
        {({ skill, text, files }) => (
          <>
            <p>{skill.description}</p>
            <SkillFacts skill={skill} />
            <Section title={texts.text}>
              {text === "" ? <Empty>{texts.noText}</Empty> : <Markdown text={text} />}
            </Section>
            {files.length > 0 && (
              <Section title={texts.files}>
                <ul class="plain-list">
                  {files.map((file) => (
                    <li key={file}>
                      <code class="breaks">{file}</code>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </>
        )}
      </LoadedView>
    </Page>
  );
}
