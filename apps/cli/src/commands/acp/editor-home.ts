import type { AcpHome, AcpSession, ListedSession, OpenChoice, Readiness, SessionPage } from "@hermes/acp";
import { loadSettings } from "@hermes/config";
import type { Runtime } from "@hermes/runtime";
import { controllerPorts } from "../../chat/controller-ports.ts";
import { openRuntime } from "../../chat/open-runtime.ts";
import type { Host } from "../../host.ts";
import { profileToShow } from "../../profile/profile-to-show.ts";
import { printRemark } from "../../render/print.ts";

interface OpenedHome {
  readonly runtime: Runtime;
  readonly acp: AcpHome;
}

/** The home of the person who works in the editor. One that was not set up is looked at again until a session is open. */
export class EditorHome implements AcpHome, AsyncDisposable {
  readonly #host: Host;
  #opened: Promise<OpenedHome> | undefined;
  #hasSession = false;

  constructor(host: Host) {
    this.#host = host;
  }

  async readiness(): Promise<Readiness> {
    const before = await (await this.#home()).acp.readiness();
    if (before.ready || this.#hasSession) return before;
    await this.#close();
    return await (await this.#home()).acp.readiness();
  }

  async open(choice: OpenChoice): Promise<AcpSession> {
    const session = await (await this.#home()).acp.open(choice);
    this.#hasSession = true;
    return session;
  }

  async list(page: SessionPage): Promise<readonly ListedSession[]> {
    return await (await this.#home()).acp.list(page);
  }

  async delete(sessionId: string): Promise<void> {
    await (await this.#home()).acp.delete(sessionId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }

  #home(): Promise<OpenedHome> {
    return (this.#opened ??= openHome(this.#host));
  }

  async #close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    await opened?.runtime[Symbol.asyncDispose]();
  }
}

async function openHome(host: Host): Promise<OpenedHome> {
  const loaded = await loadSettings({ env: host.env });
  const runtime = openRuntime(host, {
    ...{ loaded, platform: "acp", logs: "acp" },
    onWarning: (message) => printRemark(host, message),
  });
  const profile = profileToShow(loaded.home);
  const acp = await runtime.acp({
    // An editor wraps lines itself, and has keys of its own.
    ports: (there, cwd) =>
      controllerPorts(there, {
        cwd,
        profile,
        screen: { columns: Number.POSITIVE_INFINITY, keys: undefined },
      }),
  });
  return { runtime, acp };
}
