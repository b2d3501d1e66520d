import { createKeyFinder, looksRandom } from "@hermes/redaction";

const longestTail = 2_048;
const longestLabel = 40;

/**
 * The finding against a URL that was made up: that it carries data away (exfiltration). Signed addresses of stores stay
 * below the limit; content addresses of IPFS are long names by nature.
 */
export function createOutgoingCheck(): (url: URL) => string | undefined {
  const findKeys = createKeyFinder();
  return (url) => {
    const tail = `${url.pathname}${url.search}${url.hash}`;
    if (tail.length > longestTail)
      return `Behind the host it has ${tail.length} characters, more than an address needs.`;
    const carried = `${url.hostname} ${tail}`;
    const isKey = findKeys(carried).some(({ start, end }) => !publicByDesign.test(carried.slice(start, end)));
    if (isKey || privateKey.test(carried)) return "It holds what looks like a key.";
    const labels = url.hostname.split(".").filter((label) => label.length >= longestLabel);
    const coded = labels.find(
      (label) => looksRandom(label, longestLabel) && !/^(?:baf|k51|xn--)/.test(label),
    );
    return coded === undefined ? undefined : "A part of its host looks like data in code.";
  };
}

/** However the blanks of its first line are written. */
const privateKey = /-----BEGIN(?:[A-Z0-9 ]|%20|\+){1,60}PRIVATE(?: |%20|\+)KEY/i;

/** Keys that pages show to everyone. */
const publicByDesign = /^(?:AIza|phc_|pk\.|eyJ)/;
