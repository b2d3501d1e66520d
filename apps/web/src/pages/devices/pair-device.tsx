import type { LinkInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { strings } from "../../strings/strings.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { ActionError } from "../action-error.tsx";
import { useAction } from "../use-action.ts";
import { QrCode } from "./qr-code.tsx";
import { copyText } from "../../ui/copy-text.ts";

const texts = strings.admin.devices;
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** A link for one more browser, as a code for its camera. */
export function PairDevice(): JSX.Element {
  const [link, setLink] = useState<LinkInfo>();
  const action = useAction();
  const make = async (): Promise<void> => {
    await action.run(async () => setLink(await client.createLink()));
  };
  return (
    <Section title={texts.pair}>
      <p>{texts.pairHint}</p>
      {loopback.test(location.hostname) && (
        <>
          <p>{texts.loopback}</p>
          <pre class="command" tabIndex={0}>
            {texts.tunnels(location.port)}
          </pre>
        </>
      )}
      {link !== undefined && <Link of={link} />}
      <ActionError of={action} />
      <div class="page-actions">
        <Button kind="primary" isBusy={action.isBusy} onClick={() => void make()}>
          {link === undefined ? texts.make : texts.again}
        </Button>
      </div>
    </Section>
  );
}

function Link({ of: { path, expiresAt } }: { readonly of: LinkInfo }): JSX.Element {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  const url = new URL(`.${path}`, new URL(".", location.href)).href;
  if (now >= expiresAt)
    return (
      <p class="note" role="status">
        {texts.ended}
      </p>
    );
  return (
    <div class="pair">
      <QrCode text={url} label={texts.code} />
      <div class="pair-about">
        <Field label={texts.link}>
          <input readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
        </Field>
        <p role="status">{texts.ends(Math.ceil((expiresAt - now) / 60_000))}</p>
        <div class="page-actions">
          <Button icon="copy" onClick={() => void copyText(url)}>
            {texts.copy}
          </Button>
        </div>
      </div>
    </div>
  );
}
