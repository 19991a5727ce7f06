import type { Plan } from './plan-types.ts';

/** A plan that changes nothing. */
export function emptyPlan(): Plan {
  return {
    added: [],
    changed: [],
    keys: [],
    rekeyed: [],
    merges: [],
    touches: [],
    awaited: [],
    unawaited: [],
    returns: [],
    returnsMoved: [],
    returnsSeen: [],
    forgotten: [],
    denied: [],
    newHits: [],
    changedHits: [],
    outbox: [],
    totals: [],
    daily: [],
    beacons: [],
    networks: [],
    refused: [],
    verified: [],
    receipts: new Map(),
  };
}
