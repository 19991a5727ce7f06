// Domain events ride in the batch of the change they tell of, together with one delivery for each key that
// wants them. A queue message afterwards only wakes the sender; the cron finds what such a message lost.
import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../context.ts';
import type { EventData, EventTypeName } from '../events/catalogue.ts';
import { newId } from '../kit/ids.ts';
import { DAY_MS } from '../kit/time.ts';

export const GIVE_UP_AFTER_MS = 3 * DAY_MS;

export interface DomainEvent<T extends EventTypeName = EventTypeName> {
  type: T;
  /** Whose event it is; null for one about a creator alone. */
  account: string | null;
  /** The creator it is about: partners with that creator on their roster get it too. */
  creator: string | null;
  data: EventData<T>;
}

/** Adds an event and its deliveries to the write set, and a nudge for after the commit. Returns the event's ID. */
export function emit<T extends EventTypeName>(ctx: SystemCtx, event: DomainEvent<T>): string {
  const id = newId('event', ctx.now);
  ctx.write.addSql(sql`INSERT INTO events (id, type, account_id, creator_id, data, occurred_at)
    VALUES (${id}, ${event.type}, ${event.account}, ${event.creator}, ${JSON.stringify(event.data)}, ${ctx.now})`);
  ctx.write.addSql(insertDeliveries(sql`e.id = ${id}`));
  ctx.write.afterCommit(() => ctx.env.WEBHOOKS.send({ event: id }));
  return id;
}

/**
 * One delivery for each key that had a URL when the event occurred: keys of its account, of the partner that
 * manages the account, and of partners with its creator on their roster. An event about a creator alone goes to
 * whoever manages the creator. Only events without deliveries are touched, so running it again changes nothing.
 */
export function insertDeliveries(which: SQL): SQL {
  return sql`INSERT INTO deliveries
      (id, event_id, key_id, via_roster, status, attempts, next_attempt_at, give_up_at, occurred_at)
    SELECT 'dlv_' || substr(e.id, 5, 10) || lower(hex(randomblob(8))), e.id, k.id,
      CASE WHEN k.account_id = e.account_id OR k.account_id = a.managed_by THEN 0 ELSE 1 END, 'pending', 0,
      e.occurred_at, e.occurred_at + ${GIVE_UP_AFTER_MS}, e.occurred_at
    FROM events e
    LEFT JOIN accounts a ON a.id = e.account_id AND a.status = 'active'
    JOIN api_keys k ON k.account_id IN (
      SELECT e.account_id
      UNION SELECT a.managed_by
      UNION SELECT m.id FROM creators c JOIN accounts m ON m.id = c.managed_by
        WHERE c.id = e.creator_id AND (m.type = 'partner' OR e.account_id IS NULL)
      UNION SELECT p.id FROM creator_relationships cr JOIN accounts p ON p.id = cr.account_id
        WHERE cr.creator_id = e.creator_id AND p.type = 'partner' AND cr.status <> 'removed')
    WHERE ${which} AND k.webhook_url IS NOT NULL AND k.revoked_at IS NULL AND k.webhook_since <= e.occurred_at
      AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event_id = e.id)`;
}
