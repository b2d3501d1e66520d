import type { HubInstalled } from "@hermes/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../../home/client.ts";
import { useCall } from "../../home/use-call.ts";
import { rights } from "../../home/who.ts";
import { hrefOf } from "../../router.ts";
import { strings } from "../../strings/strings.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { LoadedView } from "../../ui/loaded.tsx";
import { Empty } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { attempt } from "../../ui/toast.tsx";
import { InstallPlan } from "./install-plan.tsx";

const texts = strings.pages.skills;

/** What came from the hub, and whether there is something newer. */
export function InstalledSkills(): JSX.Element {
  const loaded = useCall(async (signal) => await client.listInstalled({ signal }), []);
  const [looked, setLooked] = useState<string>();
  const uninstall = async ({ name }: HubInstalled): Promise<void> => {
    const title = texts.uninstallTitle(name);
    if (!(await confirm({ title, text: texts.uninstallText, action: texts.uninstall }))) return;
    await attempt(async () => await client.uninstallHub({ params: { name } }), texts.uninstalled(name));
    loaded.reload();
  };
  return (
    <>
      <LoadedView of={loaded}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{texts.noneInstalled}</Empty>
          ) : (
            <ul class="records" aria-label={texts.tabs.installed}>
              {items.map((skill) => (
                <InstalledSkill
                  key={skill.name}
                  skill={skill}
                  onLook={() => setLooked(skill.reference)}
                  onUninstall={() => void uninstall(skill)}
                />
              ))}
            </ul>
          )
        }
      </LoadedView>
      {looked !== undefined && (
        <InstallPlan
          reference={looked}
          onClose={() => {
            setLooked(undefined);
            loaded.reload();
          }}
        />
      )}
    </>
  );
}

interface InstalledSkillProps {
  readonly skill: HubInstalled;
  readonly onLook: () => void;
  readonly onUninstall: () => void;
}

function InstalledSkill({ skill, onLook, onUninstall }: InstalledSkillProps): JSX.Element {
  const { name, source, trust, revision, installedAt } = skill;
  return (
    <li class="record">
      <div class="record-head">
        <p class="record-text">
          <a href={hrefOf("skills", name)}>{name}</a>
        </p>
        {rights.value.has("own") && (
          <div class="page-actions">
            <Button label={texts.newerOf(name)} onClick={onLook}>
              {texts.newer}
            </Button>
            <Button kind="danger" label={texts.uninstallOf(name)} onClick={onUninstall}>
              {texts.uninstall}
            </Button>
          </div>
        )}
      </div>
      <p class="record-facts">
        <span>{texts.from(source)}</span>
        <span>{texts.trust.get(trust) ?? trust}</span>
        {revision !== undefined && <span>{texts.revision(revision)}</span>}
        <span>
          {texts.installedAt} <Time at={Date.parse(installedAt)} />
        </span>
      </p>
    </li>
  );
}
