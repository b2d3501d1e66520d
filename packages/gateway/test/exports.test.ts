import { expect, test } from "vitest";
import * as gateway from "../src/index.ts";

test("the core of the package exports what outsiders rely on", () => {
  expect(Object.keys(gateway)).toEqual(
    expect.arrayContaining([
      ...[
        "createGateway",
        "defaultChatSettings",
        "defaultGatewayLimits",
        "gatewayTables",
        "sessionKey",
        "sqliteGatewayStore",
      ],
    ]),
  );
});
