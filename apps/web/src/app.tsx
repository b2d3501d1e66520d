import type { JSX } from "preact";
import { isOnline } from "./home/activity.ts";
import { who } from "./home/who.ts";
import { CommandPalette } from "./palette/command-palette.tsx";
import { PageView } from "./shell/page-view.tsx";
import { Sidebar } from "./shell/sidebar.tsx";
import { SignIn } from "./shell/sign-in.tsx";
import { TopBar } from "./shell/top-bar.tsx";
import { strings } from "./strings/strings.ts";
import { Confirm } from "./ui/confirm.tsx";
import { Toasts } from "./ui/toast.tsx";
import { useKeys } from "./shell/use-keys.ts";

export function App(): JSX.Element {
  useKeys();
  const { state } = who.value;
  return (
    <>
      {!isOnline.value && (
        <p class="banner" role="status">
          {strings.shell.offline}
        </p>
      )}
      {state === "out" ? (
        <SignIn />
      ) : state === "in" ? (
        <div class="shell">
          <a class="skip" href="#main" onClick={focusMain}>
            {strings.shell.skip}
          </a>
          <Sidebar />
          <div class="shell-main">
            <TopBar />
            <main id="main" tabIndex={-1}>
              <PageView />
            </main>
          </div>
          <CommandPalette />
        </div>
      ) : (
        <p class="note" role="status">
          {strings.shell.loading}
        </p>
      )}
      <Confirm />
      <Toasts />
    </>
  );
}

/** The address is the page's own: a step within it would change that. */
function focusMain(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
