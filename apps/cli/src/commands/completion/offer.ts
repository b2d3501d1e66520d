/** What could stand where the cursor is. */
export interface Offer {
  readonly value: string;
  readonly description: string;
}
