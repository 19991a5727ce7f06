// Rules that depend on the calendar, on each of the days that are easy to get wrong. Everything is UTC.

import { afterEach, describe, expect, it } from 'vitest';
import { dueAt } from '../../../src/domains/money/accruals/schedule.ts';
import { ledgerOf } from '../../../src/domains/money/ledger/ledger-client.ts';
import { periodEnd } from '../../../src/domains/money/retainer-periods/period-end.ts';
import {
  DAY_MS,
  HOUR_MS,
  isMonday,
  MINUTE_MS,
  monthsBefore,
  nextMonday,
  startOfDay,
} from '../../../src/kit/time.ts';
import * as clock from '../../harness/clock.ts';
import { expectLogged } from '../../harness/logs.ts';
import { chargeScene, intents, minute, nextDay, onlyCharge, owe } from '../../harness/money/charges.ts';
import { creatorHolder, earn as earnAvailable, payOut } from '../../harness/money/ledger.ts';
import {
  balances,
  cron,
  earn,
  forgetPayouts,
  mintEarner,
  read,
  withdraw,
} from '../../harness/money/payouts.ts';
import { mintRecipient } from '../../harness/money/payouts-setup.ts';
import { forgetDue, mintActive, passTime, rowOf } from '../../harness/work/retainers.ts';
import { testEnv } from '../../harness/world.ts';

afterEach(async () => {
  await forgetPayouts();
  await forgetDue();
  clock.release();
});

const date = (ms: number) => new Date(ms).toISOString().replace(':00.000Z', 'Z').replace('T00:00Z', '');

/** What a calendar says about each time. */
const KNOWN: Record<
  string,
  Record<'daily' | 'weekly' | 'monthly' | 'afterOne' | 'afterFour' | 'afterTwelve', string>
> = {
  'half an hour before midnight': {
    daily: '2031-10-31',
    weekly: '2031-11-03',
    monthly: '2031-11-01',
    afterOne: '2031-11-30T23:30Z',
    afterFour: '2032-02-29T23:30Z',
    afterTwelve: '2032-10-30T23:30Z',
  },
  "a month's last day": {
    daily: '2032-01-01',
    weekly: '2032-01-05',
    monthly: '2032-01-01',
    afterOne: '2032-01-31T12:00Z',
    afterFour: '2032-04-30T12:00Z',
    afterTwelve: '2032-12-31T12:00Z',
  },
  '29 February': {
    daily: '2032-03-01',
    weekly: '2032-03-01',
    monthly: '2032-03-01',
    afterOne: '2032-03-29T12:00Z',
    afterFour: '2032-06-29T12:00Z',
    afterTwelve: '2033-02-28T12:00Z',
  },
  'a Sunday': {
    daily: '2031-05-12',
    weekly: '2031-05-12',
    monthly: '2031-06-01',
    afterOne: '2031-06-11T12:00Z',
    afterFour: '2031-09-11T12:00Z',
    afterTwelve: '2032-05-11T12:00Z',
  },
  'a Monday': {
    daily: '2031-05-13',
    weekly: '2031-05-19',
    monthly: '2031-06-01',
    afterOne: '2031-06-12T12:00Z',
    afterFour: '2031-09-12T12:00Z',
    afterTwelve: '2032-05-12T12:00Z',
  },
};

describe.each(clock.MOMENTS)('%s', (name, at) => {
  it('what accrues is due when the calendar says', () => {
    const { daily, weekly, monthly } = KNOWN[name]!;
    const due = (cadence: 'on_approval' | 'weekly' | 'monthly') => date(dueAt(cadence, 'program', at));
    expect([due('on_approval'), due('weekly'), due('monthly')]).toEqual([daily, weekly, monthly]);
    expect(dueAt('on_approval', 'submission', at)).toBe(at);
  });

  it('a period of months ends on the same day or the last, one of weeks after seven days', () => {
    const { afterOne, afterFour, afterTwelve } = KNOWN[name]!;
    const months = [1, 4, 12].map((count) => date(periodEnd(at, 'monthly', count)));
    expect(months).toEqual([afterOne, afterFour, afterTwelve]);
    expect(periodEnd(at, 'weekly', 3)).toBe(at + 21 * DAY_MS);
  });

  it('a retainer runs until its period is over, to the millisecond', async () => {
    clock.hold(at);
    const deal = await mintActive();
    const end = (await rowOf(deal.id)).current_period_end_at!;
    expect(date(end)).toBe(KNOWN[name]!.afterOne);
    await passTime(end - 1);
    expect((await rowOf(deal.id)).period).toBe(1);
    await passTime(end);
    expect((await rowOf(deal.id)).period).toBe(2);
    expect((await rowOf(deal.id)).current_period_end_at).toBe(periodEnd(at, 'monthly', 2));
  });

  it('a payout is one a day: what is earned later waits for midnight', async () => {
    clock.hold(at);
    const earner = await mintEarner();
    await earn(earner, 500);
    await cron(earner, at);
    await earn(earner, 200);
    const midnight = startOfDay(at) + DAY_MS;
    await cron(earner, midnight - 1);
    expect(await balances(earner)).toMatchObject({ available: 200, withdrawable: 500 });
    await cron(earner, midnight);
    expect(await balances(earner)).toMatchObject({ available: 0, withdrawable: 700 });
    expect(await read(earner, '/v1/payouts')).toHaveLength(2);
    expect((await withdraw(earner, { amount: 700 })).status).toBe(201);
  });

  it('a weekly country is paid on Mondays alone', async () => {
    // The money on its way to the financial account arrives later, and the withdrawal waits for it.
    expectLogged('warn', /insufficient_funds/);
    clock.hold(at);
    const earner = await mintRecipient();
    await earn(earner, 10_000);
    await cron(earner, at);
    expect(await read(earner, '/v1/payouts')).toHaveLength(isMonday(at) ? 1 : 0);
    const monday = nextMonday(at);
    expect(date(monday)).toBe(KNOWN[name]!.weekly);
    await earner.stripe.advance(Math.ceil((monday - at) / 1000));
    if (isMonday(at)) await earn(earner, 600);
    const before = (await read(earner, '/v1/payouts')).length;
    await cron(earner, monday - 1);
    expect(await read(earner, '/v1/payouts')).toHaveLength(before);
    await cron(earner, monday);
    expect(await read(earner, '/v1/payouts')).toHaveLength(before + 1);
  });

  it('a card is charged the day after, and asked again a day and two days later', async () => {
    clock.hold(at);
    const scene = await chargeScene({ at });
    await owe(scene, 1000);
    await minute(scene);
    expect(await intents(scene)).toEqual([]);
    await scene.stripe.decline('insufficient_funds', 'insufficient_funds');
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ failures: 1, next_at: at + 2 * DAY_MS });
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ failures: 2, next_at: at + 4 * DAY_MS });
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ failures: 2, status: 'due' });
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded' });
  });

  it('what is paid counts for the year it is paid in', async () => {
    clock.hold(at);
    const creator = creatorHolder();
    const year = Number(date(at).slice(0, 4));
    const newYear = Date.parse(`${year + 1}-01-01T00:00:00Z`);
    for (const [n, moment] of [at, newYear - 1, newYear, newYear + 12 * HOUR_MS + MINUTE_MS].entries()) {
      const [id] = await earnAvailable(creator, [10 ** n]);
      await payOut(creator, `po:${id}`, 'usd', moment);
    }
    expect(await ledgerOf(testEnv, creator).paidByYear()).toEqual([
      { currency: 'usd', year: year + 1, cents: 1_100 },
      { currency: 'usd', year, cents: 11 },
    ]);
  });
});

it('months before the end of a month end with their own last day', () => {
  const before = (at: string, months: number) => date(monthsBefore(Date.parse(at), months));
  expect(before('2026-12-31T10:30:00Z', 13)).toBe('2025-11-30T10:30Z');
  expect(before('2028-03-31T00:00:00Z', 1)).toBe('2028-02-29');
  expect(before('2026-03-31T00:00:00Z', 13)).toBe('2025-02-28');
  expect(before('2026-12-30T00:00:00Z', 13)).toBe('2025-11-30');
  expect(before('2026-01-15T00:00:00Z', 13)).toBe('2024-12-15');
});

it('the calendar knows which of the days is what', () => {
  const weekdays = clock.MOMENTS.map(([, at]) => new Date(at).getUTCDay());
  expect(weekdays).toEqual([4, 3, 0, 0, 1]);
});
