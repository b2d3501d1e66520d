import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { route } from "../router.ts";
import type { PageName } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { Catch } from "./catch.tsx";

/** Each page is fetched when it is first opened. */
const loaders: { readonly [Name in PageName]: () => Promise<ComponentType> } = {
  chat: async () => (await import("../chat/chat-page.tsx")).ChatPage,
  memory: async () => (await import("../pages/memory-page.tsx")).MemoryPage,
  skills: async () => (await import("../pages/skills-page.tsx")).SkillsPage,
  schedules: async () => (await import("../pages/schedules-page.tsx")).SchedulesPage,
  gateway: async () => (await import("../pages/gateway-page.tsx")).GatewayPage,
  processes: async () => (await import("../pages/processes-page.tsx")).ProcessesPage,
  permissions: async () => (await import("../pages/permissions-page.tsx")).PermissionsPage,
  settings: async () => (await import("../pages/settings-page.tsx")).SettingsPage,
  insights: async () => (await import("../pages/insights-page.tsx")).InsightsPage,
  logs: async () => (await import("../pages/logs-page.tsx")).LogsPage,
  devices: async () => (await import("../pages/devices-page.tsx")).DevicesPage,
};

interface Opened {
  readonly name: PageName;
  readonly Component: ComponentType | undefined;
  readonly error: unknown;
}

/** The page that the address names. */
export function PageView(): JSX.Element {
  const { page } = route.value;
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    let isGone = false;
    loaders[page]().then(
      (Component) => {
        if (!isGone) setOpened({ name: page, Component, error: undefined });
      },
      (error: unknown) => {
        if (!isGone) setOpened({ name: page, Component: undefined, error });
      },
    );
    return () => {
      isGone = true;
    };
  }, [page]);
  if (opened === undefined || opened.name !== page)
    return (
      <p class="note" role="status">
        {strings.shell.loading}
      </p>
    );
  if (opened.Component === undefined)
    return (
      <p class="note error" role="alert">
        {strings.shell.crashed}
      </p>
    );
  const { Component } = opened;
  return (
    <Catch key={page}>
      <Component />
    </Catch>
  );
}
