import { expect, test } from "vitest";
import { redact } from "../src/index.ts";

// Put together here, so that no scanner of repositories takes them for real ones.
const drawn = ["q7Rk", "2mVx", "9LpZ", "4tWc", "8nBd", "3hYs", "6fJg", "5vKa", "1eMu", "0oNi"];
const word = (length: number): string => drawn.join("").slice(0, length);
const uuid = ["7c9e6679", "7425", "40de", "944b", "e07fc1f90ae7"].join("-");
const hex = (length: number): string => "3f9a1c7e5b2d8046af13c9e7".repeat(4).slice(0, length);

test.each([
  ["a password of Redis", "requirepass ", word(20)],
  ["a password of SQL Server", "sqlcmd -S db -U sa -P ", word(14)],
  ["a login of HTTPie", "http -a kim:", word(16)],
  ["a password of an archive", "7z x a.7z -p", word(12)],
  ["a cookie of curl", 'curl -b "sid=', word(32)],
  ["a token to join a cluster", "kubeadm join 10.0.0.1:6443 --token ", "abq7rk.2mvx9lpz4twc8nbd"],
  ["a key of a wallet", "wallet private key: 0x", hex(64)],
  ["a hash of a password", "password_hash: ", `$2b$12$${word(38)}${word(15)}`],
  ["a key with a rare beginning", "", `vk1.${"a."}${word(40)}${word(30)}`],
  ["the licence key of a service", "NEW_RELIC_LICENSE_KEY=", `${hex(36)}NRAL`],
  ["a password that is a word, in a variable", "SMTP_PASS=", "sunflower"],
  ["a password that is a word, in YAML", "user: kim\npassword: ", "sunflower"],
  ["a password that is a word, in JSON", '{"password": "', "sunflower"],
  ["a password that is a word, in a line of fields", "user: kim, host: db1, password: ", "sunflower"],
  ["a password that is a word, in a line of a log", "port=5432 user=kim password=", "sunflower"],
  ["a key of fal", "const fal = { credentials: '", `${uuid}:${hex(32)}`],
  ["a key of fal, told", "my fal key is ", `${uuid}:${hex(32)}`],
  ["a key of Exa", 'new Exa("', uuid],
  ["a key of Exa, told", "the exa api key: ", uuid],
  ["a secret key of a password manager", "Secret Key: ", `A3-${"Q7RK2M"}-VX9LPZ-4TWC8-NBD3H-YS6FJ-G5VKA`],
])("masks %s", (_what, before, secret) => {
  expect(redact(`${before}${secret}`)).not.toContain(secret.slice(-12));
});

test.each([
  "secret arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-AbCdEf",
  "secret: projects/p/secrets/db/versions/latest",
  "nmap -p1-65535 host && cp -p a b && mkdir -p src/app",
  "private key: see the vault",
  `exa request_id: ${uuid}`,
  `session ${uuid}:${hex(32)}, tenant_id=${uuid}`,
  "password: required\npassword: incorrect\npassword: string",
  "type Login = {\n  user: string\n  password: userpass\n}",
  "use the --password flag to sign in",
  "email: unique, password: hashed, role: enum",
  "login({ user: kim2, password: userpass, host: db1 })",
  "  user: u2, password: userpass,",
  "Error 42: invalid password: expired",
  "RUNS_PASS=12\nDB_PASS=$DB_PASS\nALLOW_PASS=true",
  '{"password": "Passwort", "pass": "Pass"}',
])("%j stays", (text) => {
  expect(redact(text)).toBe(text);
});

// With a pattern that tries every way of cutting it, either takes minutes.
test("names without end and rows of beginnings are read through", () => {
  const name = `token${"1".repeat(58)}x=abcdefgh12345`;
  const beginnings = "eyJ".repeat(300_000);

  expect(redact(name)).toBe(name);
  expect(redact(beginnings)).toBe(beginnings);
});
