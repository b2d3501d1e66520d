/**
 * Changes whenever a rule or the matcher does, so that a cache of findings knows when to scan anew: the start of a hash of
 * the files beside this one.
 */
export const scanVersion: string = "6c09288e958b";
