/** A web browser as tools. */
export { describeElement, type DescribedElement } from "./snapshot/describe-element.ts";
export { differenceOf } from "./snapshot/difference.ts";
export { findElement } from "./snapshot/find-element.ts";
export { pageOf, type PageOfOptions, type SnapshotPage } from "./snapshot/page-of.ts";
export { takeSnapshot, type Snapshot, type SnapshotOptions } from "./snapshot/take-snapshot.ts";
