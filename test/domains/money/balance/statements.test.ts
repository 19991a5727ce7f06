// What people see of a ledger: balances, lines and earnings.
import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { chargeScene, minute, oweMany, pass, recover } from '../../../harness/money/charges.ts';
import {
  AT,
  brandHolder,
  earning,
  fund,
  ledger,
  line,
  mintEarner,
  must,
  pay as payTo,
  statementLine,
  withdraw,
} from '../../../harness/money/ledger.ts';
import { decideOn, mintPaid, mintPayment } from '../../../harness/money/payments.ts';
import { call, mintAccount } from '../../../harness/world.ts';

describe('a statement', () => {
  it('GET /v1/balance shows each currency, and nothing before there was anything', async () => {
    const { creator, as, partner } = await mintEarner();
    expect((await call('GET', '/v1/balance', as)).body.data).toEqual({ balances: [] });
    await fund(creator, 5000);
    await fund(creator, 40, 'eur');
    must(await ledger(creator).post(creator, withdraw('w', 1000)));
    const brand = brandHolder();
    must(await ledger(brand).start(payTo('x', brand, creator, earning(300, { fee: 30 }))));
    const answer = await call('GET', '/v1/balance', as);
    expect(answer.status).toBe(200);
    const fees = { instant: { percent: 1.5, minimum: 50 }, crossBorder: { percent: 0 } };
    const empty = { available: 0, held: 0, owed: 0, payoutProblem: null, withdrawalFees: fees };
    expect(answer.body.data.balances).toEqual([
      { ...empty, currency: 'eur', pending: 0, paid: 40, withdrawable: 40, instantWithdrawable: 0 },
      { ...empty, currency: 'usd', pending: 270, paid: 5000, withdrawable: 4000, instantWithdrawable: 4000 },
    ]);
    expect((await call('GET', '/v1/balance', { key: partner.readKey })).body.data).toEqual({ balances: [] });
  });

  it('shows an account nothing but what it can withdraw', async () => {
    const partner = await mintAccount('partner');
    await fund(partner.id, 700);
    const brand = brandHolder();
    must(await ledger(brand).start(payTo('x', brand, partner.id, earning(300))));
    const { balances } = (await call('GET', '/v1/balance', { key: partner.key })).body.data;
    expect(balances).toMatchObject([{ withdrawable: 700, pending: 0, available: 0, held: 0, paid: 0 }]);
  });

  it('GET /v1/balance/transactions pages through its own lines alone, filtered by type and program', async () => {
    const { creator, as } = await mintEarner();
    const other = await mintEarner();
    const program = newId('program', AT);
    for (let i = 0; i < 7; i++) {
      must(
        await ledger(creator).post(creator, {
          key: `l${i}`,
          at: AT + i,
          statement: [
            statementLine(100 + i, {
              fee: 10,
              type: i % 2 === 0 ? 'creator_earning' : 'adjustment',
              program: i < 3 ? program : null,
            }),
          ],
        }),
      );
    }
    const all = await call('GET', '/v1/balance/transactions', as);
    expect(all.body.data.map((item: { amount: number }) => item.amount)).toEqual([
      106, 105, 104, 103, 102, 101, 100,
    ]);
    expect(all.body.data[6]).toMatchObject({ net: 90, occurredAt: '2026-11-02T09:00:00.000Z' });
    const first = await call('GET', '/v1/balance/transactions?limit=3&type=creator_earning', as);
    expect(first.body.data.map((item: { amount: number }) => item.amount)).toEqual([106, 104, 102]);
    const cursor = first.body.nextCursor;
    const path = `/v1/balance/transactions?limit=3&type=creator_earning&cursor=${cursor}`;
    const second = await call('GET', path, as);
    expect(second.body.data.map((item: { amount: number }) => item.amount)).toEqual([100]);
    expect(second.body.nextCursor).toBeNull();
    expect((await call('GET', path, other.as)).status).toBe(400);
    const byProgram = await call('GET', `/v1/balance/transactions?program=${program}&type=adjustment`, as);
    expect(byProgram.body.data).toMatchObject([{ amount: 101, program, type: 'adjustment' }]);
    const since = await call('GET', '/v1/balance/transactions?createdAfter=2026-11-02T09:00:00.004Z', as);
    expect(since.body.data.map((item: { amount: number }) => item.amount)).toEqual([106, 105]);
    expect((await call('GET', '/v1/balance/transactions', other.as)).body.data).toEqual([]);
    for (const bad of ['type=nonsense', 'type=', 'limit=0', 'kind=x', 'program=']) {
      expect((await call('GET', `/v1/balance/transactions?${bad}`, as)).status).toBe(400);
    }
  });

  it("GET /v1/earnings and /v1/earnings/:id show a creator its own, and nobody else's", async () => {
    const { creator, as, partner } = await mintEarner();
    const other = await mintEarner();
    const paid = await fund(creator, 250);
    const answer = await call('GET', '/v1/earnings?status=paid,held&source=submission', as);
    expect(answer.body).toMatchObject({
      data: [{ id: paid.id, net: 250, status: 'paid' }],
      nextCursor: null,
    });
    expect((await call('GET', '/v1/earnings?status=pending', as)).body.data).toEqual([]);
    expect((await call('GET', `/v1/earnings/${paid.id}`, as)).body.data).toEqual(answer.body.data[0]);
    expect((await call('GET', `/v1/earnings/${paid.id}`, other.as)).status).toBe(404);
    expect((await call('GET', '/v1/earnings', { key: partner.key })).body.data).toEqual([]);
    expect((await call('GET', `/v1/earnings/${paid.id}`, { key: partner.key })).status).toBe(404);
    expect((await call('GET', '/v1/earnings?status=reversed', as)).status).toBe(400);
  });

  it('shows lines of what the ledger wrote, with the balance they left', async () => {
    const { creator, as } = await mintEarner();
    await fund(creator, 90);
    const moved = { ...withdraw('w', 30), lines: [line('withdrawable', -30), line('in_transit', 30)] };
    const shown = statementLine(-30, { type: 'withdrawal', status: 'pending', balanceOf: 'withdrawable' });
    const { lines } = must(await ledger(creator).post(creator, { ...moved, statement: [shown] }));
    const done = {
      key: 'done',
      at: AT,
      statuses: [{ line: lines[0]!, status: 'completed' as const }],
    };
    const read = async () => (await call('GET', '/v1/balance/transactions?type=withdrawal', as)).body.data[0];
    expect(await read()).toMatchObject({ status: 'pending', balance: 60, amount: -30 });
    must(await ledger(creator).post(creator, done));
    expect(await read()).toMatchObject({ status: 'completed', balance: 60, amount: -30 });
  });
});

describe('the statement of a payment', () => {
  const linesOf = async (key: string, as?: string) =>
    (await call('GET', '/v1/balance/transactions?limit=100', { key, ...(as ? { as } : {}) })).body.data as {
      type: string;
      status: string;
      net: number;
      balance: number;
    }[];

  it('is pending on all sides until it was approved', async () => {
    const pair = await mintPaid(10);
    const [approved, rejected] = [
      await mintPayment(pair, { approval: 'manual' }),
      await mintPayment(pair, { approval: 'manual' }),
    ];
    const readers: [string, string?][] = [
      [pair.brand.key],
      [pair.creator.key, pair.creator.as],
      [pair.creator.key],
    ];
    const statuses = async () =>
      (await Promise.all(readers.map((reader) => linesOf(...reader)))).map((lines) =>
        lines.map(({ status }) => status),
      );
    const all = (status: string) => [2, 1, 1].map((n) => Array.from({ length: 2 * n }, () => status));
    expect(await statuses()).toEqual(all('pending'));
    expect((await decideOn(pair, approved.id, 'approve')).status).toBe(200);
    expect((await decideOn(pair, rejected.id, 'reject', { reason: 'Not what was agreed.' })).status).toBe(
      200,
    );
    for (const [n, lines] of (await statuses()).entries()) {
      expect(lines).toEqual(Array.from({ length: n === 0 ? 6 : 3 }, () => 'completed'));
    }
    await mintPayment(pair);
    expect((await linesOf(pair.brand.key))[0]).toMatchObject({ status: 'completed' });
  });

  it("leads a brand's balance from line to line, also while it is charged", async () => {
    const scene = await chargeScene();
    await oweMany(scene, 2, 1_000);
    await pass(scene, DAY_MS);
    // The charge has begun, and new debt is added before it ends.
    await scene.stripe.fault('fail_before', 'POST /v1/payment_intents', 2);
    await minute(scene);
    await oweMany(scene, 1, 500);
    await recover(scene);
    const lines = (await linesOf(scene.key)).reverse();
    expect(lines.map(({ type }) => type)).toContain('charge');
    let balance = 0;
    for (const line of lines) {
      balance += line.net;
      expect(line.balance, line.type).toBe(balance);
    }
    expect(balance).toBe(-525);
  });
});
