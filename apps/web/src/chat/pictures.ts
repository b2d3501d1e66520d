interface Picture {
  readonly mediaType: string;
  readonly data?: string | undefined;
}

/** Of a picture whose bytes are here; undefined for all that a browser does not draw, or that is elsewhere. */
export function pictureUrl({ mediaType, data }: Picture): string | undefined {
  const isDrawn = /^image\/(?:png|jpeg|gif|webp|avif)$/.test(mediaType);
  return isDrawn && data !== undefined && data !== "" ? `data:${mediaType};base64,${data}` : undefined;
}
