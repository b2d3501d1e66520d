/** Of a picture as it comes in, in bytes; what a model gets of it is smaller. */
export const maxPictureBytes = 50_000_000;
