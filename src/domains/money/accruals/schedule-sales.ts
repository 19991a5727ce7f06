import type { SystemCtx } from '../../../context.ts';
import { shards } from '../../../db/client.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { DAY_MS, startOfDay } from '../../../kit/time.ts';
import { LOOK_WAIT_MS } from '../../measurement/conversions/recorded-conversion.ts';
import {
  listUnscheduled,
  scheduleMaturity,
  type UnscheduledConversion,
} from '../../measurement/conversions/schedule-maturity.ts';
import { deleteWaited, saveWaitingSales, type WaitingSale } from './conversion-store.ts';
import { decider, type SaleFact } from './decide-conversion.ts';

const PAGE = 500;
const PAGES_A_RUN = 20;

/**
 * Sets when each sale that can earn matures: at the end of the UTC day that is as many days after the sale as
 * its pay's hold says, and never before the sale is confirmed and credited, nor while it waits for an answer about its code. A sale that changes until then is
 * scheduled again. What the credited creator bought is treated alike, although it earns nothing. A run that dies between the two databases is repeated.
 */
export async function scheduleSales(ctx: SystemCtx): Promise<void> {
  const outcomes = await Promise.allSettled(shards(ctx.env).map((shard) => scheduleShard(ctx, shard)));
  const unit = withOwnWrites(ctx);
  deleteWaited(unit, ctx.now - LOOK_WAIT_MS - DAY_MS);
  await unit.write.commit();
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

async function scheduleShard(ctx: SystemCtx, shard: number): Promise<void> {
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const rows = await listUnscheduled(ctx, shard, PAGE);
    if (rows.length === 0) return;
    const facts = rows.filter(isFact);
    const decide = await decider(ctx, facts);
    const waiting: WaitingSale[] = [];
    for (const fact of facts) {
      const { conversionId, eventId, valueCents, currency, occurredAt, payableAt } = fact;
      const pay = await decide.payOf(fact);
      const ends = startOfDay(occurredAt) + ((pay?.holdDays ?? 0) + 1) * DAY_MS;
      waiting.push({
        conversionId,
        eventId,
        valueCents,
        currency,
        submissionId: pay?.submission ?? null,
        campaignId: pay?.campaign ?? '',
        maturesAt: Math.max(ends, payableAt ?? 0, fact.heldUntil ?? 0),
        selfPurchase: fact.isSelfPurchase,
      });
    }
    const unit = withOwnWrites(ctx);
    saveWaitingSales(
      unit,
      waiting,
      rows.filter((row) => !isFact(row)),
    );
    await unit.write.commit();
    const when = new Map(facts.map((fact, at) => [fact, waiting[at]!.maturesAt]));
    await scheduleMaturity(
      ctx,
      shard,
      rows.map((row) => ({ row, maturesAt: when.get(row as Sale) ?? null })),
    );
    if (rows.length < PAGE) return;
  }
}

type Sale = UnscheduledConversion & SaleFact;

const isFact = (row: UnscheduledConversion): row is Sale => row.earns || row.isSelfPurchase;
