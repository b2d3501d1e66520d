import { createMcpAuth } from "../../../src/index.ts";
import { call } from "./setting.ts";

const [, , folder = "", url = ""] = process.argv;
const auth = createMcpAuth({ name: "files", transport: { type: "http", url, headers: {} }, folder });
process.stdout.write(String(await call(auth, url)));
