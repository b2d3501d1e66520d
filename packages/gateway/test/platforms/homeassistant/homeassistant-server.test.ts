import {
  callService,
  type Connection,
  createConnection,
  createLongLivedTokenAuth,
  getConfig,
  getStates,
} from "home-assistant-js-websocket";
import { expect, test } from "vitest";
import { openHomeassistantServer } from "./homeassistant-server.ts";

test("Home Assistant's own client logs in, reads, listens and calls actions", async () => {
  const server = await openHomeassistantServer();
  let connection: Connection | undefined;
  try {
    server.set("light.kitchen", "off", { friendly_name: "Kitchen" });
    const auth = createLongLivedTokenAuth(server.url, server.token);
    connection = await createConnection({ auth });
    expect(connection.haVersion).toBe("2026.11.1");
    expect((await getConfig(connection)).location_name).toBe("Villa");
    expect(await getStates(connection)).toMatchObject([{ entity_id: "light.kitchen", state: "off" }]);

    const heard: unknown[] = [];
    const unsubscribe = await connection.subscribeEvents((event) => heard.push(event), "state_changed");
    server.set("light.kitchen", "on");
    await connection.ping();
    await unsubscribe();
    server.set("light.kitchen", "off");
    await connection.ping();
    expect(heard).toMatchObject([{ event_type: "state_changed", data: { new_state: { state: "on" } } }]);

    const data = { message: "**hi**", notification_id: "n1" };
    await callService(connection, "persistent_notification", "create", data);
    expect(server.notifications).toEqual([{ id: "n1", text: "**hi**" }]);
    await expect(callService(connection, "notify", "nobody", {})).rejects.toMatchObject({
      code: "not_found",
    });
  } finally {
    connection?.close();
    await server.close();
  }
});

test("the client is told of a wrong token, and connects again by itself after a break", async () => {
  const server = await openHomeassistantServer();
  try {
    const wrong = createLongLivedTokenAuth(server.url, "wrong");
    await expect(createConnection({ auth: wrong })).rejects.toBe(2);

    const auth = createLongLivedTokenAuth(server.url, server.token);
    const connection = await createConnection({ auth });
    const ready = new Promise((resolve) => {
      connection.addEventListener("ready", resolve);
    });
    server.dropAll();
    await ready;
    await connection.ping();
    connection.close();
  } finally {
    await server.close();
  }
});
