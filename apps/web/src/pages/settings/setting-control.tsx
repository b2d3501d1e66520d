import type { SettingInfo } from "@hermes/client";
import type { JSX } from "preact";
import { strings } from "../../strings/strings.ts";
import { choicesOf, kindOf } from "./setting-value.ts";

export interface SettingControlProps {
  readonly id: string;
  readonly describedBy: string;
  readonly setting: SettingInfo;
  readonly typed: string;
  readonly isOff: boolean;
  readonly onType: (typed: string) => void;
}

const texts = strings.admin.settings;

/** The control that fits what a setting can be. */
export function SettingControl(props: SettingControlProps): JSX.Element {
  const { id, describedBy, setting, typed, isOff, onType } = props;
  const common = { id, "aria-describedby": describedBy, disabled: isOff };
  if (setting.isSecret)
    return (
      <input
        {...common}
        type="password"
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
    );
  const kind = kindOf(setting);
  if (kind === "switch" || kind === "choice") {
    const choices = kind === "switch" ? ["true", "false"] : choicesOf(setting);
    return (
      <select {...common} value={typed} onChange={({ currentTarget }) => onType(currentTarget.value)}>
        {typed === "" && <option value="">{texts.notSet}</option>}
        {choices.map((each) => (
          <option key={each} value={each}>
            {kind === "choice" ? each : each === "true" ? texts.on : texts.off}
          </option>
        ))}
      </select>
    );
  }
  if (kind === "lines" || kind === "json")
    return (
      <textarea
        {...common}
        rows={Math.min(10, Math.max(2, typed.split("\n").length))}
        value={typed}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
    );
  return (
    <input
      {...common}
      type="text"
      inputMode={kind === "number" ? "decimal" : undefined}
      placeholder={texts.notSet}
      value={typed}
      onInput={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
