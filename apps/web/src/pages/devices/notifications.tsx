import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { rights } from "../../home/who.ts";
import { strings } from "../../strings/strings.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/page.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";
import { notifyState, turnNotifyOff, turnNotifyOn } from "./notify.ts";
import type { NotifyState } from "./notify.ts";

const texts = strings.admin.devices;
const sayings: Readonly<Record<NotifyState, string>> = {
  push: texts.isOn,
  open: texts.isOnHere,
  off: texts.isOff,
  denied: texts.isDenied,
  "not-here": texts.notHere,
};

/** Whether this browser is told when something waits, and the switch for it. */
export function Notifications(): JSX.Element {
  const [state, setState] = useState<NotifyState>("off");
  const [note, setNote] = useState("");
  const action = useAction();
  const look = async (): Promise<void> => setState(await notifyState());
  useEffect(() => void action.run(look), []);
  const turnOn = async (): Promise<void> => {
    await action.run(async () => {
      const now = await turnNotifyOn({ mayPush: rights.value.has("own") });
      setNote(now === "open" ? texts.noPush : "");
      setState(now);
    });
  };
  const turnOff = async (): Promise<void> => {
    await action.run(async () => {
      await turnNotifyOff();
      setNote("");
      await look();
    });
  };
  return (
    <Section title={texts.notify}>
      <p>{texts.notifyHint}</p>
      <p role="status">
        {sayings[state]} {note}
      </p>
      <ActionError of={action} />
      <div class="page-actions">
        {(state === "off" || state === "open") && (
          <Button kind="primary" isBusy={action.isBusy} onClick={() => void turnOn()}>
            {texts.notifyOn}
          </Button>
        )}
        {state === "push" && (
          <Button isBusy={action.isBusy} onClick={() => void turnOff()}>
            {texts.notifyOff}
          </Button>
        )}
      </div>
    </Section>
  );
}
