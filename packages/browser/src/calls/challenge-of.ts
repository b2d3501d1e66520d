import type { PageLoad } from "../session/traffic.ts";

/**
 * Whether a site has put a test for people in the place of its page: by the headers that services of that kind document.
 *
 * @see https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
 * @see https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html
 */
export function challengeOf({ headers = {}, status = 0 }: PageLoad): string | undefined {
  const isChallenge = headers["cf-mitigated"] === "challenge" || headers["x-amzn-waf-action"] !== undefined;
  if (!isChallenge) return undefined;
  return `The site answered with a test for people (status ${status}): its page may not come. Try another source.`;
}
