import type { PermissionsInfo } from "@hermes/client";
import type { JSX } from "preact";
import { client } from "../../home/client.ts";
import { rights } from "../../home/who.ts";
import { strings } from "../../strings/strings.ts";
import { confirm } from "../../ui/confirm.tsx";
import { Section } from "../../ui/page.tsx";
import { attempt, sayError } from "../../ui/toast.tsx";

export interface ModeChoiceProps {
  readonly permissions: PermissionsInfo;
  readonly onChange: () => void;
}

const texts = strings.admin.permissions;

/** How questions are handled in sessions that have no mode of their own. */
export function ModeChoice({ permissions: { mode, modes }, onChange }: ModeChoiceProps): JSX.Element {
  const choose = async (name: string): Promise<void> => {
    const isAgreed =
      name !== "yolo" ||
      (await confirm({ title: texts.yoloTitle, text: texts.yoloText, action: texts.yoloAction }));
    if (isAgreed) await attempt(async () => await client.setMode({ body: { mode: name } }), texts.modeSaved);
    onChange();
  };
  return (
    <Section title={texts.mode}>
      <p class="soft">{texts.modeHint}</p>
      <fieldset class="modes" disabled={!rights.value.has("own")}>
        <legend class="unseen">{texts.mode}</legend>
        {modes.map(({ name, summary }) => (
          <label key={name} class="mode">
            <input
              type="radio"
              name="mode"
              value={name}
              checked={name === mode}
              onChange={(event) => {
                // What is asked about is chosen once there is a yes.
                event.currentTarget.checked = name === mode;
                choose(name).catch(sayError);
              }}
            />
            <span>
              <strong>{name}</strong> <span class="soft">{summary}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
