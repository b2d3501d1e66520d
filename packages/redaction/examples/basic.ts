import { createRedactor } from "@hermes/redaction";

const redact = createRedactor({ knownSecrets: ["correct horse battery"] });

const log = [
  "POST https://ada:s3cr3t-Pa55@api.example.com/v1/jobs",
  'payload {"password":"correct horse battery","job":"nightly"}',
  "commit 9fceb02d0ae598e95dc970b74767f19372d61af8, API_KEY=your-key-here",
];
for (const line of log) console.log(redact(line));
