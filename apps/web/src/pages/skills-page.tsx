import type { JSX } from "preact";
import { rights } from "../home/who.ts";
import { hrefOf, route } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { Page } from "../ui/page.tsx";
import { HubSearch } from "./skills/hub-search.tsx";
import { InstalledSkills } from "./skills/installed-skills.tsx";
import { SkillList } from "./skills/skill-list.tsx";
import { SkillView } from "./skills/skill-view.tsx";
import { Tabs } from "./tabs.tsx";

const texts = strings.pages.skills;

/** The skills of the home, and those that others have made. */
export function SkillsPage(): JSX.Element {
  const { id, query } = route.value;
  const view = query.get("view") ?? "list";
  if (id !== undefined && rights.value.has("inspect")) return <SkillView name={id} />;
  const tabs = [
    { name: texts.tabs.list, href: hrefOf("skills"), isOpen: view === "list" },
    { name: texts.tabs.hub, href: hrefOf("skills", undefined, { view: "hub" }), isOpen: view === "hub" },
    {
      name: texts.tabs.installed,
      href: hrefOf("skills", undefined, { view: "installed" }),
      isOpen: view === "installed",
    },
  ];
  return (
    <Page title={strings.shell.names.skills} about={texts.about}>
      {rights.value.has("inspect") && <Tabs tabs={tabs} />}
      {view === "hub" ? <HubSearch /> : view === "installed" ? <InstalledSkills /> : <SkillList />}
    </Page>
  );
}
