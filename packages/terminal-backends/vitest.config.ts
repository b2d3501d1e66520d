import { tests } from "@hermes/tooling/vitest";

const config = tests();
const conditions = ["@hermes/source", "node"];
// Named here too, "import" would hold for `require` as well, and the kit of Daytona would get a module of another form.
config.ssr = { resolve: { conditions, externalConditions: conditions } };

export default config;
