// Domains register here what visits and purchases can be credited to, in the batch that creates it. Attribution looks
// nowhere else.
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { TargetKind } from './credit.ts';
import { creditTargets } from './table.ts';

export interface CreditTarget {
  accountId: string;
  kind: TargetKind;
  /** The ID of a submission or campaign, or a code, trimmed and in lower case. */
  key: string;
  /** Null for a campaign, which credits no creator. */
  creatorId: string | null;
}

/**
 * Registers a target, in the caller's batch, that the account's events can be credited to from now on. It is never
 * removed.
 */
export function addCreditTarget(ctx: SystemCtx, target: CreditTarget): void {
  ctx.write.add(mainDb(ctx.env).insert(creditTargets).values(target));
}

/** A target that an event names: account, kind and key. */
export type WantedTarget = [account: string, kind: TargetKind, key: string];

// CROSS JOIN keeps SQLite from starting with credit_targets.
const FIND = `SELECT t.account_id AS accountId, t.kind, t.key, t.creator_id AS creatorId FROM json_each(?1) j
  CROSS JOIN credit_targets t ON t.account_id = j.value ->> 0 AND t.kind = j.value ->> 1 AND t.key = j.value ->> 2`;

/** A statement for a batch of the main database that selects the wanted targets that exist, as CreditTarget. */
export function findCreditTargets(db: D1Database, wanted: WantedTarget[]): D1PreparedStatement {
  return db.prepare(FIND).bind(JSON.stringify(wanted));
}
