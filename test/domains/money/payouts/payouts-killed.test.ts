// Payouts and withdrawals whose process is killed at each of its contacts with the outside, before the
// contact and after its effect. The end is the same in every case.

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Env } from '../../../../src/env.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import {
  arrive,
  balances,
  cron,
  cronUntilQuiet,
  type Earner,
  type EarnerOptions,
  earn,
  eventsAbout,
  expectWhole,
  forgetPayouts,
  mintEarner,
  mintPaidOut,
  notedBalance,
  read,
  transfersTo,
  withdraw,
} from '../../../harness/money/payouts.ts';
import { testEnv } from '../../../harness/world.ts';

// A refused payout is tried again on the next day, which must not begin in between.
beforeEach(() => clock.hold(clock.noon()));
afterEach(async () => {
  await forgetPayouts();
  clock.release();
});

const MINUTES = 180_000;

/** The names of the contacts, without parts that differ between runs. */
function named(contacts: string[]): string[] {
  return contacts
    .map((name) => name.replace(/batch of \d+/, 'batch').replace(/(crtr|acct)_\S+/, 'holder'))
    .map((name) =>
      name
        .replace(/service:\S+/, 'service')
        .replace(/^DB (insert into|update|delete from) "(\w+)".*/, 'DB $1 $2'),
    )
    .filter((name) => !name.includes('api_keys'));
}

interface Story {
  earner: () => Promise<Earner>;
  live: (earner: Earner, env: Env) => Promise<unknown>;
  afterwards: (earner: Earner) => Promise<void>;
}

async function tell({ earner, live, afterwards }: Story): Promise<string[]> {
  return named(
    await atEveryDeath({
      scene: async () => {
        await forgetPayouts();
        return await earner();
      },
      live,
      afterwards,
    }),
  );
}

const withdrawn = async (earner: Earner, options = {}): Promise<Earner> => {
  expect((await withdraw(earner, options)).status).toBe(201);
  return earner;
};

/** The only withdrawal, as the API shows it. */
async function only(earner: Earner) {
  const found = await read(earner, '/v1/withdrawals');
  expect(found).toHaveLength(1);
  return found[0];
}

const REQUEST = [
  'DB batch',
  'ledger holder post',
  'DB batch',
  'DB update withdrawals',
  'DB batch',
  'processor POST /v1/payouts',
  'DB batch',
];

it.each([
  ['the client repeats the request, then the cron runs', true],
  ['the cron runs, then the client repeats the request', false],
] as const)('a request to withdraw: %s', { timeout: MINUTES }, async (_, repeatedFirst) => {
  const boundaries = await tell({
    earner: () => mintPaidOut(1_000),
    live: (earner, env) => withdraw(earner, { amount: 600 }, 'key', env),
    afterwards: async (earner) => {
      const repeat = async () => {
        const again = await withdraw(earner, { amount: 600 }, 'key');
        expect(again.status).toBe(201);
        expect(again.body.data).toMatchObject({ amount: 600, status: 'pending', arrivesAt: null });
        expect(again.body.data.updatedAt).toBe(again.body.data.createdAt);
        return again.body.data.id;
      };
      const before = repeatedFirst ? await repeat() : null;
      const at = await cronUntilQuiet(earner);
      const id = await repeat();
      expect(id).toBe(before ?? id);
      const sent = await only(earner);
      expect(sent).toMatchObject({ id, amount: 600, status: 'in_transit' });
      await arrive(earner, at);
      expect((await only(earner)).status).toBe('paid');
      expect(await eventsAbout(id)).toEqual(['withdrawal.created', 'withdrawal.paid']);
      expect(await balances(earner)).toMatchObject({ withdrawable: 400 });
      await expectWhole(earner);
    },
  });
  expect(boundaries).toEqual(REQUEST);
});

/** A withdrawal whose payout has ended at the processor without our knowing. */
async function arrived(options: EarnerOptions = {}): Promise<Earner> {
  const earner = await withdrawn(await mintPaidOut(1_000, options), {
    speed: options.failing ? 'standard' : 'instant',
  });
  await earner.stripe.advance((2 * DAY_MS) / 1000 + 60);
  return earner;
}

it('a withdrawal that arrived', { timeout: MINUTES }, async () => {
  const boundaries = await tell({
    earner: () => arrived(),
    live: (earner, env) => cron(earner, clock.now() + HOUR_MS, env),
    afterwards: async (earner) => {
      await cronUntilQuiet(earner, clock.now() + 2 * HOUR_MS);
      const { id, status } = await only(earner);
      expect(status).toBe('paid');
      expect(await eventsAbout(id)).toEqual(['withdrawal.created', 'withdrawal.paid']);
      expect(await balances(earner)).toMatchObject({ withdrawable: 0, in_transit: 0 });
      expect(await notedBalance(earner)).toBe(50);
      const [line] = await read(earner, '/v1/balance/transactions?type=withdrawal');
      expect(line.status).toBe('completed');
      await expectWhole(earner);
    },
  });
  expect(boundaries).toEqual(
    expect.arrayContaining(['DB update withdrawals', 'DB batch', 'ledger holder start']),
  );
});

it('a withdrawal that the bank did not take', { timeout: MINUTES }, async () => {
  const boundaries = await tell({
    earner: () => arrived({ failing: 'no_account' }),
    live: (earner, env) => cron(earner, clock.now() + HOUR_MS, env),
    afterwards: async (earner) => {
      await cronUntilQuiet(earner, clock.now() + 2 * HOUR_MS);
      const { id, status } = await only(earner);
      expect(status).toBe('failed');
      expect(await eventsAbout(id)).toEqual(['withdrawal.created', 'withdrawal.failed']);
      expect(await balances(earner)).toMatchObject({ withdrawable: 1_000, in_transit: 0 });
      await expectWhole(earner);
    },
  });
  expect(boundaries).toEqual(
    expect.arrayContaining(['DB update withdrawals', 'DB batch', 'ledger holder post']),
  );
});

it('a withdrawal that the bank returned', { timeout: MINUTES }, async () => {
  const boundaries = await tell({
    earner: async () => {
      const earner = await arrived();
      await cronUntilQuiet(earner, clock.now() + HOUR_MS);
      const { id } = await only(earner);
      const row = await testEnv.DB.prepare('SELECT processor_payout AS payout FROM withdrawals WHERE id = ?')
        .bind(id)
        .first<{ payout: string }>();
      await earner.stripe.sim(`payouts/${row!.payout}`, { account: earner.account, code: 'no_account' });
      return earner;
    },
    live: (earner, env) => cron(earner, clock.now() + 2 * DAY_MS, env),
    afterwards: async (earner) => {
      await cronUntilQuiet(earner, clock.now() + 2 * DAY_MS + HOUR_MS);
      const { id, status } = await only(earner);
      expect(status).toBe('failed');
      expect(await eventsAbout(id)).toEqual(['withdrawal.created', 'withdrawal.paid', 'withdrawal.failed']);
      expect(await balances(earner)).toMatchObject({ withdrawable: 1_000, in_transit: 0 });
      expect(await read(earner, '/v1/balance/transactions?type=withdrawal_failed')).toHaveLength(1);
      await expectWhole(earner);
    },
  });
  expect(boundaries).toEqual(
    expect.arrayContaining(['DB update withdrawals', 'DB batch', 'ledger service start']),
  );
});

it('a withdrawal whose account is sent what it lacks', { timeout: MINUTES }, async () => {
  const boundaries = await tell({
    earner: async () => {
      const earner = await mintPaidOut(1_000);
      const { stripe } = earner.stripe;
      const [first] = (await stripe.transfers.list({ destination: earner.account })).data;
      await stripe.transfers.createReversal(first!.id, { amount: 400 });
      await testEnv.DB.prepare('UPDATE processor_balances SET cents = cents - 400 WHERE holder = ?')
        .bind(earner.holder)
        .run();
      return earner;
    },
    live: (earner, env) => withdraw(earner, {}, 'key', env),
    afterwards: async (earner) => {
      const { id } = (await withdraw(earner, {}, 'key')).body.data;
      const at = await cronUntilQuiet(earner);
      expect(await transfersTo(earner)).toEqual([1_000, 400]);
      await arrive(earner, at);
      expect(await only(earner)).toMatchObject({ id, amount: 1_000, status: 'paid' });
      expect(await eventsAbout(id)).toEqual(['withdrawal.created', 'withdrawal.paid']);
      await expectWhole(earner);
    },
  });
  expect(boundaries).toEqual(
    expect.arrayContaining(['processor POST /v1/payouts', 'DB batch', 'processor POST /v1/transfers']),
  );
});

it('a payout', { timeout: MINUTES }, async () => {
  const boundaries = await tell({
    earner: async () => {
      const earner = await mintEarner();
      await earn(earner, 900);
      return earner;
    },
    live: (earner, env) => cron(earner, clock.now(), env),
    afterwards: async (earner) => {
      await cronUntilQuiet(earner);
      const [payout, ...more] = await read(earner, '/v1/payouts');
      expect(more).toEqual([]);
      expect(payout).toMatchObject({ status: 'paid', amount: 900, earnings: 1 });
      expect(await eventsAbout(payout.id)).toEqual(['payout.paid']);
      expect(await transfersTo(earner)).toEqual([900]);
      expect(await balances(earner)).toMatchObject({ available: 0, withdrawable: 900 });
      expect(await read(earner, '/v1/balance/transactions?type=payout')).toHaveLength(1);
      await expectWhole(earner);
    },
  });
  expect(boundaries).toEqual([
    'DB batch',
    'DB update payouts',
    'ledger holder beginPayout',
    'DB batch',
    'processor POST /v1/transfers',
    'ledger holder endPayout',
    'DB batch',
  ]);
});

it('a payout that the processor refuses for good', { timeout: MINUTES }, async () => {
  await tell({
    earner: async () => {
      const earner = await mintEarner();
      await earn(earner, 900);
      await testEnv.DB.prepare(
        "UPDATE payout_accounts SET processor_account = 'acct_' || holder WHERE holder = ?",
      )
        .bind(earner.holder)
        .run();
      return earner;
    },
    live: (earner, env) => cron(earner, clock.now(), env),
    afterwards: async (earner) => {
      await cronUntilQuiet(earner);
      const [payout, ...more] = await read(earner, '/v1/payouts');
      expect(more).toEqual([]);
      expect(payout).toMatchObject({ status: 'failed', failureReason: 'account_closed' });
      expect(await eventsAbout(payout.id)).toEqual(['payout.failed']);
      expect(await balances(earner)).toMatchObject({ available: 900 });
      await expectWhole(earner);
    },
  });
});
