// A gateway in a process of its own, which the test kills at any moment: with a real adapter, against a server of the test.
import type { Platform } from "../../src/index.ts";
import { serve } from "./serve.ts";

const [path = "", module = "", settings = "{}"] = process.argv.slice(2);

// What the test names exports a platform with short times.
const { platform } = (await import(module)) as { readonly platform: Platform };
await serve(path, platform, platform.settings.parse(JSON.parse(settings)));
