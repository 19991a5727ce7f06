import { describe, expect, it } from 'vitest';
import { beginPayout, endPayout } from '../../../../src/domains/money/ledger/payout-batch.ts';
import type { PayoutEnd } from '../../../../src/domains/money/ledger/payout-entries.ts';
import { newId } from '../../../../src/kit/ids.ts';
import {
  AT,
  brandHolder,
  creatorHolder,
  earn,
  earning,
  fund,
  ledger,
  line,
  mintEarner,
  moves,
  must,
  newestLines,
  reasonOf,
  verified,
  withdraw,
} from '../../../harness/money/ledger.ts';
import { call, systemCtx } from '../../../harness/world.ts';

const begin = (key: string, currency = 'usd') => ({ key: `${key}:begin`, at: AT, currency });
const end = (key: string, paid: boolean, currency = 'usd'): PayoutEnd => ({
  key: `${key}:end`,
  begun: `${key}:begin`,
  at: AT,
  currency,
  paid,
  payout: key,
});

describe('a payout', () => {
  it('sets aside what is available, which still reads so, and pays exactly that, once', async () => {
    const creator = creatorHolder();
    await earn(creator, [100, 200]);
    const ctx = systemCtx();
    const answer = { earnings: 2, net: 300, position: 0 };
    expect(await beginPayout(ctx, creator, begin('po_1'))).toMatchObject(answer);
    const [late] = await earn(creator, [50]);
    const again = Array.from({ length: 5 }, () =>
      beginPayout(ctx, creator, { ...begin('po_1'), at: AT + 9 }),
    );
    for (const repeat of await Promise.all(again)) expect(repeat).toMatchObject(answer);
    expect((await ledger(creator).balances()).usd).toMatchObject({ available: 350 });
    await verified(creator);
    const ends = Array.from({ length: 5 }, () => endPayout(ctx, creator, end('po_1', true)));
    for (const each of await Promise.all(ends)) expect(each).toMatchObject({ net: 300 });
    const { usd } = await ledger(creator).balances();
    expect(usd).toMatchObject({ available: 50, paid: 300, withdrawable: 300 });
    expect(await ledger(creator).earning(late!)).toMatchObject({ status: 'available' });
    const lines = await ledger(creator).lines(newestLines('payout'));
    expect(lines).toMatchObject([{ amount: 300, balance: 300, source: 'po_1', status: 'completed' }]);
    await verified(creator);
  });

  it('that came to nothing makes its earnings available again, for the next', async () => {
    const creator = creatorHolder();
    await earn(creator, [100, 200]);
    const ctx = systemCtx();
    await beginPayout(ctx, creator, begin('po_1'));
    expect(await endPayout(ctx, creator, end('po_1', false))).toMatchObject({ net: 300 });
    expect((await ledger(creator).balances()).usd).toMatchObject({ available: 300 });
    await expect(endPayout(ctx, creator, end('po_1', true))).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await beginPayout(ctx, creator, begin('po_2'))).toMatchObject({
      earnings: 2,
      net: 300,
      position: 0,
    });
    // It cannot end the other way with another key either.
    const other = { ...end('po_1', true), key: 'po_1:other' };
    await expect(endPayout(ctx, creator, { ...end('po_2', true) })).resolves.toMatchObject({ net: 300 });
    await expect(endPayout(ctx, creator, other)).rejects.toMatchObject({ code: 'conflict' });
    await verified(creator);
  });

  it('tells the position before it: what is withdrawable and on its way, less what is owed', async () => {
    const [creator, brand] = [creatorHolder(), brandHolder()];
    await fund(creator, 100);
    must(await ledger(creator).post(creator, withdraw('w', 70)));
    expect((await beginPayout(systemCtx(), creator, begin('po_1'))).position).toBe(100);
    const back = earning(-100, { source: 'adjustment', status: 'paid' });
    must(
      await ledger(creator).start({
        id: 'clawback',
        at: AT,
        currency: 'usd',
        amount: 100,
        source: { holder: creator, earnings: [{ do: 'create', earning: back }] },
        destination: { holder: brand, lines: [{ bucket: 'receivable', amount: -100 }] },
      }),
    );
    expect((await beginPayout(systemCtx(), creator, begin('po_2'))).position).toBe(0);
    expect((await beginPayout(systemCtx(), creator, begin('po_1'))).position).toBe(100);
  });

  it('of nothing stays one of nothing, whatever is earned later', async () => {
    const creator = creatorHolder();
    const ctx = systemCtx();
    const nothing = { earnings: 0, net: 0, position: 0 };
    expect(await beginPayout(ctx, creator, begin('po_1'))).toMatchObject(nothing);
    await earn(creator, [100]);
    expect(await beginPayout(ctx, creator, begin('po_1'))).toMatchObject(nothing);
    expect(await endPayout(ctx, creator, end('po_1', true))).toMatchObject({ net: 0 });
    expect((await ledger(creator).balances()).usd).toMatchObject({ available: 100 });
    await verified(creator);
  });

  it('is of one currency', async () => {
    const creator = creatorHolder();
    await earn(creator, [100]);
    await earn(creator, [40], 'eur');
    const ctx = systemCtx();
    expect(await beginPayout(ctx, creator, begin('po_1', 'eur'))).toMatchObject({ earnings: 1, net: 40 });
    await expect(beginPayout(ctx, creator, begin('po_1'))).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(reasonOf(await ledger(creator).endPayout(creator, end('po_1', true)))).toBe('invalid_posting');
    expect(reasonOf(await ledger(creator).endPayout(creator, end('po_none', true)))).toBe('no_such_payout');
    await endPayout(ctx, creator, end('po_1', true, 'eur'));
    const { usd, eur } = await ledger(creator).balances();
    expect([usd!.available, eur!.available, eur!.withdrawable]).toEqual([100, 0, 40]);
  });

  it('takes the 1,000 oldest, and the next the rest: each once, though both begin together', async () => {
    const partner = brandHolder();
    const ids = Array.from({ length: 1205 }, (_, i) => newId('earning', AT + i));
    const books = ledger(partner);
    for (let i = 0; i < ids.length; i += 99) {
      const some = ids.slice(i, i + 99);
      const earnings = some.map((id) => ({ do: 'create' as const, earning: earning(2, { id }) }));
      const lines = [line('receivable', 2 * some.length)];
      must(await books.post(partner, { key: `c${i}`, at: AT, lines, earnings }));
      must(await books.post(partner, moves(`f${i}`, 'available', ...some)));
    }
    const ctx = systemCtx();
    const both = await Promise.all([1, 2].map((n) => beginPayout(ctx, partner, begin(`po_${n}`))));
    expect(both.map(({ earnings, net }) => [earnings, net])).toEqual([
      [1000, 2000],
      [205, 410],
    ]);
    await verified(partner);
    await endPayout(ctx, partner, end('po_1', true));
    await endPayout(ctx, partner, end('po_2', false));
    expect((await books.balances()).usd).toMatchObject({ available: 410, paid: 2000, withdrawable: 2000 });
    expect(await books.earning(ids[999]!)).toMatchObject({ status: 'paid' });
    expect(await books.earning(ids[1000]!)).toMatchObject({ status: 'available' });
    await verified(partner);
  });
});

describe('an earning that a payout has', () => {
  it('is available to who reads it, in every list, and can be changed by nothing else', async () => {
    const { creator, as } = await mintEarner();
    const [first, second] = await earn(creator, [100, 200]);
    await beginPayout(systemCtx(), creator, begin('po_1'));
    const [third] = await earn(creator, [300]);
    const ids = async (query: string) =>
      (await call('GET', `/v1/earnings?${query}`, as)).body.data.map((item: { id: string }) => item.id);
    const all = [third, second, first].sort().reverse();
    expect(await ids('status=available')).toEqual(all);
    expect(await ids('status=available&source=submission')).toEqual(all);
    expect(await ids('limit=10')).toEqual(all);
    expect(await ids('status=paid,held,pending')).toEqual([]);
    const one = await call('GET', `/v1/earnings/${first}`, as);
    expect(one.body.data).toMatchObject({ status: 'available', net: 100 });
    expect((await call('GET', '/v1/balance', as)).body.data.balances).toMatchObject([{ available: 600 }]);
    const books = ledger(creator);
    for (const to of ['held', 'pending', 'available', 'paid'] as const) {
      expect(reasonOf(await books.post(creator, moves(`to ${to}`, to, first!)))).toBe('earning_state');
    }
    const reverse = { key: 'r', at: AT, earnings: [{ do: 'reverse' as const, id: first! }] };
    expect(reasonOf(await books.post(creator, reverse))).toBe('earning_paying');
    const cheat = {
      key: 'p',
      at: AT,
      earnings: [{ do: 'move' as const, id: third!, to: 'paying' as const }],
    };
    expect(reasonOf(await books.post(creator, cheat))).toBe('invalid_posting');
    await verified(creator);
  });

  it('is held or paid, never both, when a dispute races its payout', async () => {
    for (let round = 0; round < 10; round++) {
      const creator = creatorHolder();
      const [id] = await earn(creator, [100]);
      const hold = () => ledger(creator).post(creator, moves('hold', 'held', id!), true);
      const payout = () => beginPayout(systemCtx(), creator, begin('po_1'));
      // Either may come first.
      const first = round % 2 === 0 ? hold() : null;
      const begun = payout();
      const held = await (first ?? hold());
      const { earnings } = await begun;
      expect(held.ok ? 1 : 0).toBe(1 - earnings);
      await endPayout(systemCtx(), creator, end('po_1', true));
      const { usd } = await ledger(creator).balances();
      expect([usd!.held ?? 0, usd!.paid ?? 0]).toEqual(held.ok ? [100, 0] : [0, 100]);
      await verified(creator);
    }
  });
});
