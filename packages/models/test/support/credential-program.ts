// Works on a file of keys as a process of its own. Arguments: path of the file, what to do (`work` or `renew`), and for `work`
// the number of the write at which it is killed; for `renew` the URL of the token server.
import { argv, stdout } from "node:process";
import { syncBuiltinESMExports } from "node:module";
import fs from "node:fs";

const [path = "", what = "", more = ""] = argv.slice(2);

// Dies at one of the calls that change a disk: whatever is written, this is how.
let calls = 0;
if (what === "work") {
  for (const name of [
    "openSync",
    "writeFileSync",
    "writeSync",
    "fsyncSync",
    "renameSync",
    "symlinkSync",
  ] as const) {
    const original = fs[name] as (...args: unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        if (++calls === Number(more)) process.kill(process.pid, "SIGKILL");
        return original.apply(fs, args);
      },
    });
  }
  syncBuiltinESMExports();
}

const { addCredential, AuthFile, createCredentialPool, keepLogin, removeCredential } =
  await import("../../src/credentials/index.ts");
const file = new AuthFile(path);
if (what === "work") {
  await addCredential(file, { provider: "openai", value: "sk-third-key-of-openai", label: "third" });
  await removeCredential(file, "first");
  const login = { provider: "nous", accessToken: "token-1", refreshToken: "refresh-1", expiresAt: 1 };
  await keepLogin(file, { ...login, renewal: { tokenUrl: "https://id.example/token", clientId: "c" } });
  const pool = createCredentialPool({
    file,
    provider: "nous",
    baseUrl: "https://inference-api.nousresearch.com/v1",
    model: "m",
    renew: async () => ({
      accessToken: "token-2",
      refreshToken: "refresh-2",
      expiresAt: Date.now() + 3_600_000,
    }),
  });
  await pool.next(new Set(), { signal: new AbortController().signal });
  stdout.write(String(calls));
} else {
  const pool = createCredentialPool({
    file,
    provider: "openai",
    baseUrl: "https://api.openai.com/v1",
    model: "m",
    renew: async ({ refresh_token }) => {
      const answer = await fetch(more, { method: "POST", body: String(refresh_token) });
      const { access, refresh } = JSON.parse(await answer.text());
      return { accessToken: access, refreshToken: refresh, expiresAt: Date.now() + 3_600_000 };
    },
  });
  const signal = new AbortController().signal;
  const next = await pool.next(new Set(), { signal });
  stdout.write(next?.credential.value ?? "");
}
