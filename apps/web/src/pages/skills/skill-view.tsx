import type { JSX } from "preact";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { hrefOf } from "../../router.ts";
import { strings } from "../../strings/strings.ts";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadedView } from "../../ui/loaded.tsx";
import { Empty, Page, Section } from "../../ui/page.tsx";

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
        {({ skill: { description, source, category, command, hidden }, text, files }) => (
          <>
            <p>{description}</p>
            <p class="record-facts">
              <Badge>{source}</Badge>
              {category !== undefined && <span>{category}</span>}
              {command !== undefined && <code>/{command}</code>}
              {hidden !== undefined && <Badge kind="warning">{texts.notOffered(hidden)}</Badge>}
            </p>
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
