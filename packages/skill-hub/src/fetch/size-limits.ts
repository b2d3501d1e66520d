/** More is no skill: 1 MiB a file, 8 MiB and 200 files a package. */
export const maxFileBytes: number = 1_048_576;
export const maxPackageBytes: number = 8 * 1_048_576;
export const maxFiles: number = 200;
/** Listings of services. */
export const maxIndexBytes: number = 8 * 1_048_576;
