// Who makes something that visits or purchases can be credited to says so here, in the batch that makes it; attribution
// looks here and nowhere else.
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

/** Adds to the batch that events of the account may be credited to this from now on, for good: nothing takes it back. */
export function addCreditTarget(ctx: SystemCtx, target: CreditTarget): void {
  ctx.write.add(mainDb(ctx.env).insert(creditTargets).values(target));
}

/** What an event names: whose, of which kind, and by which key. */
export type WantedTarget = [account: string, kind: TargetKind, key: string];

// CROSS JOIN keeps SQLite from reading the table first.
const FIND = `SELECT t.account_id AS accountId, t.kind, t.key, t.creator_id AS creatorId FROM json_each(?1) j
  CROSS JOIN credit_targets t ON t.account_id = j.value ->> 0 AND t.kind = j.value ->> 1 AND t.key = j.value ->> 2`;

/** A statement for a batch of the main database: those of the wanted that there are, as CreditTarget. */
export function findCreditTargets(db: D1Database, wanted: WantedTarget[]): D1PreparedStatement {
  return db.prepare(FIND).bind(JSON.stringify(wanted));
}
