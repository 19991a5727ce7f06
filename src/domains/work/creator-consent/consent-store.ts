// Writes consent where others may write it at the same time: the database decides the result, by the same
// table as the code (AFTER_YES).
import { type SQL, sql } from 'drizzle-orm';
import { addressVerified } from '../../../auth/reach.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import { AFTER_YES, CONSENTS, type End, ROSTER_STATUS, type Side, type Yes } from './consent.ts';
import type { RelationshipRow } from './creator.ts';
import { feePartnerOf } from './table.ts';

/** The record of a consent or an end by the current actor. `call` is the operationId. */
export function saidNow(ctx: Ctx, call: string): Yes {
  return { by: ctx.actor.callerId, at: ctx.now, call };
}

/** A constant table of ours as a CASE expression; its values are not input, so they need no parameters. */
function cases(of: SQL, table: Readonly<Record<string, string>>): SQL {
  const lines = CONSENTS.map((one) => `WHEN '${one}' THEN '${table[one]}'`).join(' ');
  return sql`CASE ${of} ${sql.raw(lines)} END`;
}

const ABOUT = sql`SELECT 1 FROM creators c WHERE c.id = creator_relationships.creator_id`;
/**
 * Whether the account is the creator's side itself, as isCreatorsSide in stage.ts decides for a record that
 * was read.
 */
const KEEPS = sql`EXISTS (${ABOUT} AND c.managed_by = creator_relationships.account_id AND c.claimed_at IS NULL
  AND NOT ${sql.raw(addressVerified('c'))})`;
const IS_PARTNER = sql`EXISTS (SELECT 1 FROM accounts t WHERE t.id = creator_relationships.account_id AND t.type = 'partner')`;
/**
 * `represented`: a partner stands between the creator and a brand. A partner's own relationship stays direct
 * here, even if it asked to represent: applying, or accepting an invitation or a retainer, is consent to work
 * together and not to be represented (updateRelationship and takeOver give that).
 */
const KIND = sql`CASE WHEN ${IS_PARTNER} THEN CASE WHEN ${KEEPS} THEN relationship ELSE 'direct' END
  WHEN EXISTS (SELECT 1 FROM ${feePartnerOf(sql`creator_relationships.creator_id`)}) THEN 'represented' ELSE 'direct' END`;

export interface Said {
  accounts: readonly string[];
  creatorId: string;
  /** `both`: a partner consents for its brand and for the creator at once. */
  side: Side | 'both';
  yes: Yes;
  source: RelationshipRow['source'];
}

/**
 * Adds one side's consent to the batch. With both sides' consent they have agreed; until then the other side
 * is asked. An account that manages an unclaimed record consents for both. Consent that was given before
 * changes nothing, and so does consent for a record that its person refused.
 */
export function sayYes(ctx: SystemCtx, { accounts, creatorId, side, yes, source }: Said): void {
  if (accounts.length === 0) return;
  const rows = JSON.stringify(accounts.map((id) => [id, newId('relationship', ctx.now)]));
  ctx.write.addSql(sql`INSERT INTO creator_relationships (id, account_id, creator_id, consent, status, relationship,
      source, version, consent_version, consent_at, created_at, updated_at)
    SELECT j.value ->> 1, j.value ->> 0, c.id, 'ended', 'removed', 'direct', ${source}, 0, 0, ${ctx.now}, ${ctx.now}, ${ctx.now}
    FROM json_each(${rows}) j JOIN creators c ON c.id = ${creatorId} WHERE c.refused_at IS NULL
    ON CONFLICT (account_id, creator_id) DO NOTHING`);
  // If the person ended it, nobody can agree again on the person's behalf, however often an account asks.
  const spoken = sql`CASE WHEN ended ->> '$.side' = 'creator' AND EXISTS (${ABOUT} AND c.claimed_at IS NOT NULL)
    THEN 'invited' ELSE 'agreed' END`;
  const asked = side === 'both' ? spoken : cases(sql`consent`, AFTER_YES[side]);
  const next = sql`CASE WHEN consent = 'agreed' OR ${side === 'creator' ? sql`0` : KEEPS} THEN 'agreed' ELSE ${asked} END`;
  const word = JSON.stringify(yes);
  const theirs = (column: 'account_yes' | 'creator_yes') =>
    sql`CASE WHEN ${next} <> 'agreed' THEN NULL WHEN ${side === 'both' ? sql`1` : KEEPS} THEN ${word} ELSE ${sql.raw(column)} END`;
  ctx.write.addSql(sql`UPDATE creator_relationships SET
      consent = ${next}, status = ${cases(next, ROSTER_STATUS)},
      account_yes = ${side === 'creator' ? theirs('account_yes') : sql`${word}`},
      creator_yes = ${side === 'creator' ? sql`${word}` : theirs('creator_yes')},
      agreed_at = CASE ${next} WHEN 'agreed' THEN ${ctx.now} ELSE agreed_at END,
      ended = CASE WHEN ${next} = 'agreed' OR ${side === 'creator' ? sql`1` : sql`0`} THEN NULL ELSE ended END,
      relationship = CASE WHEN ${next} = 'agreed' OR ${IS_PARTNER} THEN ${KIND} ELSE relationship END,
      version = version + 1, consent_version = consent_version + 1, consent_at = ${ctx.now}, updated_at = ${ctx.now}
    WHERE creator_id = ${creatorId} AND account_id IN (SELECT value ->> 0 FROM json_each(${rows})) AND ${next} <> consent
      AND EXISTS (${ABOUT} AND c.refused_at IS NULL)`);
}

/** Ends all relationships of a creator in the batch. */
export function endAllRelationships(ctx: SystemCtx, creatorId: string, end: End): void {
  endRelationships(ctx, sql`creator_id = ${creatorId}`, end);
}

/**
 * Ends relationships in the batch, whatever their consent; those that have ended stay as they are.
 * @param which a condition over creator_relationships.
 */
export function endRelationships(ctx: SystemCtx, which: SQL, end: End): void {
  // The account now sees the relationship's own version, so the sum must be a number that it has not seen
  // before.
  ctx.write.addSql(sql`UPDATE creator_relationships SET consent = 'ended', status = 'removed',
      ended = CASE ended ->> '$.side' WHEN 'creator' THEN ended ELSE ${JSON.stringify(end)} END,
      version = version + 1 + CASE consent WHEN 'agreed'
        THEN (SELECT c.version FROM creators c WHERE c.id = creator_relationships.creator_id) ELSE 0 END,
      consent_version = consent_version + 1, consent_at = ${ctx.now}, updated_at = ${ctx.now}
    WHERE consent IN ('invited', 'requested', 'agreed') AND ${which}`);
}
