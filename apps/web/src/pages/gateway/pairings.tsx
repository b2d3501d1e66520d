import type { PairingsInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { rights } from "../../home/who.ts";
import { strings } from "../../strings/strings.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { LoadedView } from "../../ui/loaded.tsx";
import { Empty, Section } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { attempt } from "../../ui/toast.tsx";
import { LetIn } from "./let-in.tsx";

const texts = strings.pages.gateway;

/** People in chats: who waits to be let in, and who was. */
export function Pairings(): JSX.Element {
  const loaded = useCall(async (signal) => await client.listPairings({ signal }), [], { everyMs: 5_000 });
  const [platform, setPlatform] = useState("");
  return (
    <Section title={texts.pairing}>
      <p class="soft">{texts.pairingAbout}</p>
      <LoadedView of={loaded}>
        {(pairings) => (
          <>
            <Waiting pairings={pairings} onChoose={setPlatform} />
            {rights.value.has("own") && <LetIn platform={platform} onDone={loaded.set} />}
            <Known pairings={pairings} onChange={loaded.set} />
          </>
        )}
      </LoadedView>
    </Section>
  );
}

interface WaitingProps {
  readonly pairings: PairingsInfo;
  readonly onChoose: (platform: string) => void;
}

function Waiting({ pairings: { pending }, onChoose }: WaitingProps): JSX.Element {
  return (
    <>
      <h3>{texts.waiting}</h3>
      {pending.length === 0 ? (
        <Empty>{texts.nobodyWaits}</Empty>
      ) : (
        <ul class="records" aria-label={texts.waiting}>
          {pending.map(({ platform, userId, name = userId, askedAt }) => (
            <li key={`${platform} ${userId}`} class="record">
              <div class="record-head">
                <p class="record-text">{name}</p>
                {rights.value.has("own") && (
                  <Button onClick={() => onChoose(platform)} label={texts.enterCodeOf(name)}>
                    {texts.enterCode}
                  </Button>
                )}
              </div>
              <p class="record-facts">
                <span>{platform}</span>
                <span>{userId}</span>
                <span>
                  {texts.asked} <Time at={askedAt} />
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface KnownProps {
  readonly pairings: PairingsInfo;
  readonly onChange: (now: PairingsInfo) => void;
}

function Known({ pairings: { approved }, onChange }: KnownProps): JSX.Element {
  const revoke = async (platform: string, userId: string, name: string): Promise<void> => {
    const title = texts.revokeTitle(name);
    if (!(await confirm({ title, text: texts.revokeText(userId, platform), action: texts.revoke }))) return;
    await attempt(
      async () => onChange(await client.revokePairing({ body: { platform, userId } })),
      texts.revoked,
    );
  };
  return (
    <>
      <h3>{texts.known}</h3>
      {approved.length === 0 ? (
        <Empty>{texts.nobodyKnown}</Empty>
      ) : (
        <ul class="records" aria-label={texts.known}>
          {approved.map(({ platform, userId, name = userId, tier, approvedAt }) => (
            <li key={`${platform} ${userId}`} class="record">
              <div class="record-head">
                <p class="record-text">{name}</p>
                {rights.value.has("own") && (
                  <Button
                    kind="danger"
                    label={texts.revokeOf(name)}
                    onClick={() => void revoke(platform, userId, name)}
                  >
                    {texts.revoke}
                  </Button>
                )}
              </div>
              <p class="record-facts">
                <span>{platform}</span>
                <span>{userId}</span>
                <span>
                  {texts.tier} {texts.tiers[tier]}
                </span>
                <Time at={approvedAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
