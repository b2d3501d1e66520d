import type { SettingInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { rights } from "../../home/who.ts";
import { strings } from "../../strings/strings.ts";
import { Button } from "../../ui/button.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";
import { kindOf, shownValue, writtenValue } from "./setting-value.ts";
import { SettingControl } from "./setting-control.tsx";
import { sayError } from "../../ui/toast.tsx";

export interface SettingRowProps {
  readonly setting: SettingInfo;
  readonly onChange: () => void;
}

const texts = strings.admin.settings;

/** One setting. What was typed and refused stays, with the reason beside it. */
export function SettingRow({ setting, onChange }: SettingRowProps): JSX.Element {
  const { key, description, isSecret, isSet, source } = setting;
  const id = useId();
  const action = useAction();
  const now = shownValue(setting);
  const [typed, setTyped] = useState(now);
  useEffect(() => setTyped(now), [now]);
  const isForAnyName = key.includes("<");
  const mayChange = rights.value.has("own") && !isForAnyName;
  const save = async (): Promise<void> => {
    const isSaved = await action.run(async () => {
      const value = writtenValue(setting, typed);
      await client.setSetting({ params: { key }, body: { value } });
    }, texts.saved(key));
    if (isSaved) onChange();
  };
  const unset = async (): Promise<void> => {
    const isDone = await action.run(
      async () => await client.unsetSetting({ params: { key } }),
      texts.wasUnset(key),
    );
    if (isDone) onChange();
  };
  return (
    <form
      class="setting"
      onSubmit={(event) => {
        event.preventDefault();
        save().catch(sayError);
      }}
    >
      <div class="setting-about">
        <label for={id}>
          <code>{key}</code>
        </label>
        <p class="soft">{description}</p>
        <p class="field-hint" id={`${id}-hint`}>
          {hintsOf(setting).join(" ")}
        </p>
      </div>
      <div class="setting-value">
        {isForAnyName ? (
          <p class="soft" id={id}>
            {texts.anyName}
          </p>
        ) : (
          <SettingControl
            {...{ id, setting, typed }}
            isOff={!mayChange}
            describedBy={`${id}-hint`}
            onType={setTyped}
          />
        )}
        <ActionError of={action} />
        {mayChange && (
          <div class="page-actions">
            {(typed !== now || (isSecret && typed !== "")) && (
              <Button type="submit" kind="primary" isBusy={action.isBusy}>
                {texts.save}
              </Button>
            )}
            {isSet && source !== undefined && /[/\\]/.test(source) && (
              <Button isBusy={action.isBusy} onClick={() => void unset()}>
                {texts.unset}
              </Button>
            )}
          </div>
        )}
      </div>
    </form>
  );
}

function hintsOf(setting: SettingInfo): readonly string[] {
  const { default: byDefault, isSecret, isSet, source } = setting;
  const kind = kindOf(setting);
  return [
    ...(isSecret ? [isSet ? texts.secretSet : texts.secretNotSet] : []),
    ...(byDefault === undefined ? [] : [texts.default(byDefault)]),
    ...(source === undefined ? [] : [texts.setIn(source)]),
    ...(kind === "lines" ? [texts.lineHint] : kind === "json" ? [texts.jsonHint] : []),
  ];
}
