import type { PairingsInfo } from "@hermes/client";
import type { ComponentChildren, JSX } from "preact";
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
    <People title={texts.waiting} none={texts.nobodyWaits}>
      {pending.map(({ platform, userId, name = userId, askedAt }) => (
        <Person
          key={`${platform} ${userId}`}
          {...{ platform, userId, name }}
          action={
            <Button onClick={() => onChoose(platform)} label={texts.enterCodeOf(name)}>
              {texts.enterCode}
            </Button>
          }
        >
          <span>
            {texts.asked} <Time at={askedAt} />
          </span>
        </Person>
      ))}
    </People>
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
    <People title={texts.known} none={texts.nobodyKnown}>
      {approved.map(({ platform, userId, name = userId, tier, approvedAt }) => (
        <Person
          key={`${platform} ${userId}`}
          {...{ platform, userId, name }}
          action={
            <Button
              kind="danger"
              label={texts.revokeOf(name)}
              onClick={() => void revoke(platform, userId, name)}
            >
              {texts.revoke}
            </Button>
          }
        >
          <span>
            {texts.tier} {texts.tiers[tier]}
          </span>
          <Time at={approvedAt} />
        </Person>
      ))}
    </People>
  );
}

interface PeopleProps {
  readonly title: string;
  /** What is said where there is nobody. */
  readonly none: string;
  readonly children: readonly JSX.Element[];
}

function People({ title, none, children }: PeopleProps): JSX.Element {
  return (
    <>
      <h3>{title}</h3>
      {children.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <ul class="records" aria-label={title}>
          {children}
        </ul>
      )}
    </>
  );
}

interface PersonProps {
  readonly platform: string;
  readonly userId: string;
  readonly name: string;
  /** What owners can do. */
  readonly action: JSX.Element;
  readonly children: ComponentChildren;
}

function Person({ platform, userId, name, action, children }: PersonProps): JSX.Element {
  return (
    <li class="record">
      <div class="record-head">
        <p class="record-text">{name}</p>
        {rights.value.has("own") && action}
      </div>
      <p class="record-facts">
        <span>{platform}</span>
        <span>{userId}</span>
        {children}
      </p>
    </li>
  );
}
