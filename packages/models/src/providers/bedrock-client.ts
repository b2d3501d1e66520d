import type * as codec from "@smithy/eventstream-codec";
import { needsPackage } from "../needs-package.ts";
import { isRecord } from "../transport/json-fields.ts";
import { eventFrames } from "../transport/event-frames.ts";
import type { PostTarget } from "../transport/post.ts";
import type { HttpModelOptions } from "./http-model.ts";
import { givenHeaders, type ProviderClient } from "./provider-client.ts";

/** A key pair of AWS; nothing of it is sent but a signature. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of credentials that end by themselves. */
  readonly sessionToken?: string | undefined;
}

export interface BedrockClientOptions extends Pick<HttpModelOptions, "apiKey" | "headers"> {
  readonly region: string;
  readonly credentials?: AwsCredentials | undefined;
}

/** Amazon's own reader of frames, and a signature where there is no key. */
export async function bedrockClient(options: BedrockClientOptions, url: string): Promise<ProviderClient> {
  const { EventStreamCodec } = await loadCodec();
  const codec = new EventStreamCodec(
    (bytes) => (typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes)),
    (text) => new TextEncoder().encode(text),
  );
  const { apiKey, credentials } = options;
  const key = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const target: PostTarget = {
    url,
    headers: { accept: "application/vnd.amazon.eventstream", ...key, ...givenHeaders(options) },
    sign:
      apiKey === undefined && credentials !== undefined
        ? await signer(url, options.region, credentials)
        : undefined,
  };
  return {
    target,
    reader: eventFrames((frame) => codec.decode(frame)),
    failure({ status, body, headers }) {
      // The kind of a failure stands in a header: `ThrottlingException:http://…`.
      const code = headers.get("x-amzn-errortype")?.replace(/:.*$/, "");
      const message = isRecord(body) ? (body["message"] ?? body["Message"]) : body;
      return { status, body: { code, message }, headers };
    },
  };
}

async function loadCodec(): Promise<typeof codec> {
  try {
    return await import("@smithy/eventstream-codec");
  } catch (reason) {
    throw needsPackage(reason, {
      name: "@smithy/eventstream-codec",
      range: "^4.5.2",
      purpose: "Amazon Bedrock",
    });
  }
}

/** @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html */
async function signer(url: string, region: string, credentials: AwsCredentials): Promise<PostTarget["sign"]> {
  const { AwsV4Signer } = await import("aws4fetch");
  const cache = new Map<string, ArrayBuffer>();
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  return async (body) => {
    const signed = await new AwsV4Signer({
      method: "POST",
      url,
      // A view of plain memory: the encoder never uses shared memory.
      body: body as Uint8Array<ArrayBuffer>,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      region,
      service: "bedrock",
      cache,
    }).sign();
    return Object.fromEntries(signed.headers);
  };
}
