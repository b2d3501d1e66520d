import type { JSX } from "preact";
import { rights, who } from "../home/who.ts";
import { canBeInstalled, install } from "../shell/install.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { Page, Section } from "../ui/page.tsx";
import { Notifications } from "./devices/notifications.tsx";
import { PairDevice } from "./devices/pair-device.tsx";

const texts = strings.admin.devices;

/** Other browsers, and what this one may do. */
export function DevicesPage(): JSX.Element {
  const { value } = who;
  return (
    <Page title={strings.shell.names.devices} about={texts.about}>
      {rights.value.has("own") && <PairDevice />}
      <Notifications />
      <Section title={texts.install}>
        <p>{texts.installHint}</p>
        {canBeInstalled.value ? (
          <div class="page-actions">
            <Button kind="primary" onClick={() => void install()}>
              {texts.installAction}
            </Button>
          </div>
        ) : (
          <p class="soft">{texts.installHow}</p>
        )}
      </Section>
      <Section title={texts.here}>
        {value.state === "in" && <p>{texts.hereAs(value.name, value.role)}</p>}
      </Section>
    </Page>
  );
}
