import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface HomeRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

export interface HomeServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly HomeRequest[];
}

export interface HomeServerOptions {
  readonly states?: readonly object[] | undefined;
  /** Answers in its place; undefined: as the home does. */
  readonly fault?: ((request: HomeRequest, response: ServerResponse) => boolean) | undefined;
}

export const token = "a-token-of-the-tests";

export function state(entity: string, value: string, name: string): object {
  const at = "2026-11-01T10:00:00+00:00";
  const attributes = { friendly_name: name };
  return {
    entity_id: entity,
    state: value,
    attributes,
    last_changed: at,
    last_updated: at,
    context: { id: "1" },
  };
}

const home = [
  state("light.kitchen", "off", "Kitchen ceiling"),
  state("light.hall", "on", "Hall"),
  state("sensor.kitchen_temperature", "21.5", "Temperature"),
  state("lock.front_door", "locked", "Front door"),
];

/** The paths of the REST API that the tools use, with the answers that its documentation shows. */
export async function startHomeServer({ states = home, fault }: HomeServerOptions = {}): Promise<HomeServer> {
  const requests: HomeRequest[] = [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const sent = await text(request);
      const path = request.url ?? "";
      const seen = { method: request.method ?? "", path, body: sent === "" ? undefined : JSON.parse(sent) };
      requests.push(seen);
      if (fault?.(seen, response) === true) return;
      if (request.headers.authorization !== `Bearer ${token}`) return say(401, "401: Unauthorized");
      const id = /^\/api\/states\/(.+)$/.exec(path)?.[1];
      const found = states.find((each) => "entity_id" in each && each.entity_id === id);
      if (path === "/api/states") say(200, states);
      else if (id !== undefined && found === undefined) say(404, { message: "Entity not found." });
      else if (id !== undefined) say(200, found);
      else if (path === "/api/services") say(200, services);
      else if (path === "/api/template") say(200, areaAnswer(seen.body));
      else if (path === "/api/services/light/turn_on")
        say(200, [state("light.kitchen", "on", "Kitchen ceiling")]);
      else if (path === "/api/services/weather/get_forecasts")
        say(400, { message: "Service call requires responses. Add ?return_response to query parameters." });
      else if (path === "/api/services/weather/get_forecasts?return_response")
        say(200, { changed_states: [], service_response: { "weather.home": { forecast: [] } } });
      else if (path.startsWith("/api/services/lock/")) say(200, []);
      else say(400, "400: Bad Request");
    };
    const say = (status: number, body: unknown): void => {
      response.writeHead(status, {
        "content-type": typeof body === "string" ? "text/plain" : "application/json",
      });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    answer().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const services = [
  {
    domain: "light",
    services: {
      turn_on: {
        name: "Turn on",
        description: "Turns on a light.",
        fields: { brightness_pct: { description: "Percent.", selector: {} } },
      },
    },
  },
  { domain: "shell_command", services: { reboot: { description: "", fields: {} } } },
];

/** Templates are text. */
function areaAnswer(body: unknown): string {
  const area = JSON.stringify(body).includes('"area":"kitchen"');
  return JSON.stringify(area ? ["light.kitchen", "sensor.kitchen_temperature"] : []);
}
