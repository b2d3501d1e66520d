// The package has no types of its own.
declare module "html-encoding-sniffer" {
  export default function sniff(
    bytes: Uint8Array,
    options?: {
      readonly xml?: boolean;
      readonly transportLayerEncodingLabel?: string | undefined;
      readonly defaultEncoding?: string;
    },
  ): string;
}
