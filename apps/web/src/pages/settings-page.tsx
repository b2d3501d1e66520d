import type { SettingInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { strings } from "../strings/strings.ts";
import { Field } from "../ui/field.tsx";
import { LoadedView } from "../ui/loaded.tsx";
import { Empty, Page, Section } from "../ui/page.tsx";
import { SettingRow } from "./settings/setting-row.tsx";

const texts = strings.admin.settings;

/** Every setting of the schema, each with the control that fits it. */
export function SettingsPage(): JSX.Element {
  return (
    <Page title={strings.shell.names.settings} about={texts.about} needs="inspect">
      <Settings />
    </Page>
  );
}

function Settings(): JSX.Element {
  const loaded = useCall(async (signal) => await client.listSettings({ signal }), []);
  const [words, setWords] = useState("");
  const [onlySet, setOnlySet] = useState(false);
  return (
    <>
      <div class="line-form">
        <Field label={texts.search}>
          <input type="search" value={words} onInput={({ currentTarget }) => setWords(currentTarget.value)} />
        </Field>
        <label class="check">
          <input
            type="checkbox"
            checked={onlySet}
            onChange={({ currentTarget }) => setOnlySet(currentTarget.checked)}
          />
          <span>{texts.onlySet}</span>
        </label>
      </div>
      <LoadedView of={loaded}>
        {({ items }) => {
          const groups = groupsOf(items.filter((each) => fits(each, words) && (!onlySet || each.isSet)));
          if (groups.length === 0) return <Empty>{texts.none}</Empty>;
          return groups.map(([name, settings]) => (
            <Section key={name} title={name}>
              <div class="settings">
                {settings.map((setting) => (
                  <SettingRow key={setting.key} setting={setting} onChange={loaded.reload} />
                ))}
              </div>
            </Section>
          ));
        }}
      </LoadedView>
    </>
  );
}

function fits({ key, description }: SettingInfo, words: string): boolean {
  const text = `${key} ${description}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** By the first part of their keys, in the order in which they came. */
function groupsOf(settings: readonly SettingInfo[]): readonly (readonly [string, readonly SettingInfo[]])[] {
  const groups = new Map<string, SettingInfo[]>();
  for (const setting of settings) {
    const [name = ""] = setting.key.split(".");
    groups.set(name, [...(groups.get(name) ?? []), setting]);
  }
  return [...groups];
}
