import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { newPerson, type Fixture } from "./hermes.ts";

/** A site that offers skills at `/.well-known`. */
export interface SkillSite {
  readonly url: string;
  /** Each skill by name: the text of its SKILL.md. May be changed at any time. */
  readonly skills: Map<string, string>;
  /** True: SKILL.md is asked for and never answered. */
  stalls: boolean;
  /** Resolves when a SKILL.md was asked for. */
  readonly asked: Promise<void>;
  close(): Promise<void>;
}

export async function startSkillSite(skills: Readonly<Record<string, string>>): Promise<SkillSite> {
  const offered = new Map(Object.entries(skills));
  let ask = (): void => {};
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const server = createServer((request, response) => {
    if (request.url === "/.well-known/agent-skills/index.json") return send(response, indexOf(offered));
    const name = /^\/\.well-known\/agent-skills\/([^/]+)\/SKILL\.md$/.exec(request.url ?? "")?.[1];
    const text = offered.get(name ?? "");
    if (text === undefined) return send(response, "Nothing here.", 404);
    ask();
    if (!site.stalls) send(response, text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  const site: SkillSite = { url: `http://127.0.0.1:${port}`, skills: offered, stalls: false, asked, close };
  return site;
}

/** A person whose only source that can be reached, besides the packs that come with Hermes, is a site. */
export async function personWithSite(site: SkillSite, config = ""): Promise<Fixture> {
  const gone = await startSkillSite({});
  await gone.close();
  const addresses = ["github", "github_raw", "github_site", "clawhub", "lobehub", "lobehub_agents"];
  return newPerson(
    [
      "skills:\n  hub:",
      `    hosts: ["${site.url}"]`,
      "    addresses:",
      ...addresses.map((name) => `      ${name}: ${gone.url}`),
      'network:\n  allow_private: ["127.0.0.1"]\n',
      config,
    ].join("\n"),
  );
}

function indexOf(skills: ReadonlyMap<string, string>): string {
  const list = [...skills].map(([name, text]) => ({
    name,
    description: /^description: (.*)$/m.exec(text)?.[1] ?? "",
    files: ["SKILL.md"],
  }));
  return JSON.stringify({ skills: list });
}

function send(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status).end(text);
}
