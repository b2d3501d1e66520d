import { loadSettings } from "@hermes/config";
import { expect, test } from "vitest";
import { listenerOptions } from "../src/listener-options.ts";
import { newPerson } from "./support.ts";

test("the port stays where a platform is called, is any that is free where none is, and what is set counts", async () => {
  const [quiet, called] = [{}, { callPaths: [] }];
  const { settings } = await loadSettings({ env: newPerson().env });
  const set = { gateway: { ...settings.gateway, port: 9_000 } };

  expect(listenerOptions(settings, [quiet])).toEqual({ host: "127.0.0.1", port: 0, allowedHosts: [] });
  expect(listenerOptions(settings, [quiet, called]).port).toBe(8_644);
  expect(listenerOptions(set, [called]).port).toBe(9_000);
});
