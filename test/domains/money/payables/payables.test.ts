// Holders with earnings to pay out stay noted until nothing is left, whatever changes between a look and its result.
import { afterEach, describe, expect, it } from 'vitest';
import type { SystemCtx } from '../../../../src/context.ts';
import {
  deletePayoutDue,
  listPayoutsDue,
  notePayoutDue,
  type PayoutDueRow,
  postponePayoutDue,
  renewPayoutDue,
  wakePayouts,
} from '../../../../src/domains/money/payables/interface.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { balances, cron, earn, forgetPayouts, mintEarner, tomorrow } from '../../../harness/money/payouts.ts';
import { commit } from '../../../harness/people/people.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

afterEach(forgetPayouts);

const rowsOf = async (holder: string): Promise<{ currency: string; nextAt: number }[]> =>
  (
    await testEnv.DB.prepare(
      'SELECT currency, next_at AS nextAt FROM payout_due WHERE holder = ? ORDER BY currency',
    )
      .bind(holder)
      .all<{ currency: string; nextAt: number }>()
  ).results;

const newHolder = () => newId('creator', clock.now());

/** The holder's row as the next look finds it. */
const seen = async (holder: string, at = clock.now()): Promise<PayoutDueRow | undefined> =>
  (await listPayoutsDue(systemCtx(at), 100)).find((row) => row.holder === holder);

describe('what is due', () => {
  it('is kept while nothing is there yet: the note may come before the ledger instruction it tells of', async () => {
    const earner = await mintEarner();
    const ctx = earner.stripe.ctx();
    notePayoutDue(ctx, earner.holder, 'usd');
    await ctx.write.commit();
    await cron(earner, clock.now());
    expect(await rowsOf(earner.holder)).toHaveLength(1);
    await earn(earner, 300);
    await cron(earner, clock.now() + MINUTE_MS);
    expect(await balances(earner)).toMatchObject({ withdrawable: 300 });
  });

  it('is forgotten once nothing is left, and noted again by the next earning', async () => {
    const earner = await mintEarner();
    await earn(earner, 300);
    await cron(earner, clock.now());
    await cron(earner, tomorrow() + HOUR_MS);
    expect(await rowsOf(earner.holder)).toEqual([]);
    await earn(earner, 40);
    await cron(earner, tomorrow() + HOUR_MS);
    expect(await balances(earner)).toMatchObject({ withdrawable: 340 });
  });

  it('stays due when it is noted between the look and what the look decides', async () => {
    const holder = newHolder();
    const note = (ctx: SystemCtx) => notePayoutDue(ctx, holder, 'usd');
    for (const decide of [
      (ctx: SystemCtx, row: PayoutDueRow) => deletePayoutDue(ctx, row),
      (ctx: SystemCtx, row: PayoutDueRow) => postponePayoutDue(ctx, row, ctx.now + DAY_MS),
    ]) {
      await commit(note);
      const row = (await seen(holder))!;
      await commit(note);
      await commit((ctx) => decide(ctx, row));
      expect(await seen(holder)).toBeDefined();
      const again = (await seen(holder))!;
      await commit((ctx) => decide(ctx, again));
      expect(await seen(holder)).toBeUndefined();
    }
  });

  it('is looked at when the look was set for, and at once when it is noted or its account changes', async () => {
    const holder = newHolder();
    const later = clock.now() + DAY_MS;
    await commit((ctx) => renewPayoutDue(ctx, holder, 'usd', later));
    await commit((ctx) => renewPayoutDue(ctx, holder, 'eur', later));
    expect(await seen(holder, later - MINUTE_MS)).toBeUndefined();
    expect(await seen(holder, later)).toBeDefined();
    await commit((ctx) => notePayoutDue(ctx, holder, 'eur'));
    expect(await seen(holder)).toMatchObject({ currency: 'eur' });
    await commit((ctx) => renewPayoutDue(ctx, holder, 'eur', later));
    await commit((ctx) => wakePayouts(ctx, newHolder()));
    expect(await seen(holder)).toBeUndefined();
    await commit((ctx) => wakePayouts(ctx, holder));
    expect((await rowsOf(holder)).map(({ currency, nextAt }) => [currency, nextAt < later])).toEqual([
      ['eur', true],
      ['usd', true],
    ]);
  });

  it('is found longest waiting first, by the index', async () => {
    const [first, second] = [newHolder(), newHolder()];
    await commit((ctx) => renewPayoutDue(ctx, second, 'usd', clock.now() - MINUTE_MS));
    await commit((ctx) => renewPayoutDue(ctx, first, 'usd', clock.now() - HOUR_MS));
    expect((await listPayoutsDue(systemCtx(), 1)).map(({ holder }) => holder)).toEqual([first]);
    const { results } = await testEnv.DB.prepare(
      'EXPLAIN QUERY PLAN SELECT * FROM payout_due WHERE next_at <= 1 ORDER BY next_at LIMIT 9',
    ).all<{ detail: string }>();
    expect(results.map(({ detail }) => detail)).toEqual([expect.stringContaining('payout_due_next')]);
  });
});
