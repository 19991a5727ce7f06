/** A request that takes effect once. */
export interface Once {
  /** An Idempotency-Key. It belongs to the acting account or creator. */
  key: string;
  /** A hash of what was asked: another request with the same key is refused. */
  request: string;
}
