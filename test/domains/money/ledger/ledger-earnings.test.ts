import { describe, expect, it } from 'vitest';
import type { EarningStatus } from '../../../../src/domains/money/ledger/posting.ts';
import {
  AT,
  brandHolder,
  creatorHolder,
  earning,
  freshService,
  fund,
  ledger,
  line,
  moves,
  must,
  pay,
  payOut,
  reasonOf,
  statementLine,
  verified,
  withdraw,
} from '../../../harness/money/ledger.ts';

describe('what is owed', () => {
  /** Takes a paid earning back for the brand. */
  const clawback = (id: string, creator: string, brand: string, amount: number) => ({
    id,
    at: AT,
    currency: 'usd',
    amount,
    source: {
      holder: creator,
      earnings: [
        {
          do: 'create' as const,
          earning: earning(-amount, { source: 'adjustment', status: 'paid' }),
        },
      ],
      statement: [statementLine(-amount, { type: 'adjustment', balanceOf: 'withdrawable' })],
    },
    destination: { holder: brand, lines: [{ bucket: 'receivable' as const, amount: -amount }] },
  });

  it('takes a clawback from what is withdrawable, then as debt, and later earnings pay that first', async () => {
    const [creator, brand] = [creatorHolder(), brandHolder()];
    await fund(creator, 100);
    must(await ledger(creator).post(creator, withdraw('w', 70)));
    expect(must(await ledger(creator).start(clawback('c', creator, brand, 100))).state).toBe('settled');
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 0, owed: 70, paid: 0 });
    expect((await ledger(brand).balances()).usd).toMatchObject({ receivable: -100 });

    await fund(creator, 50);
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 0, owed: 20, paid: 50 });
    expect(reasonOf(await ledger(creator).post(creator, withdraw('w2', 1)))).toBe('insufficient_funds');
    await fund(creator, 50);
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 30, owed: 0, paid: 100 });
    await verified(creator, brand);
  });

  it('lets no other posting make a debt', async () => {
    const creator = creatorHolder();
    await fund(creator, 10);
    const direct = { key: 'owe', at: AT, lines: [line('owed', 5), line('in_transit', 5)] };
    expect(reasonOf(await ledger(creator).post(creator, direct))).toBe('invalid_posting');
    expect(reasonOf(await ledger(creator).post(creator, withdraw('more', 11)))).toBe('insufficient_funds');
  });

  it('never takes back more than was paid', async () => {
    const [creator, brand] = [creatorHolder(), brandHolder()];
    await fund(creator, 100);
    expect(must(await ledger(creator).start(clawback('big', creator, brand, 101))).state).toBe('refused');
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 100, paid: 100 });
  });

  it('gives a returned clawback back, less what was earned off it meanwhile', async () => {
    const creator = creatorHolder();
    const service = freshService();
    await fund(creator, 100);
    must(await ledger(creator).post(creator, withdraw('w', 80)));
    const transfer = {
      ...clawback('r', creator, service, 100),
      destination: {
        holder: service,
        lines: [
          { bucket: 'fees' as const, amount: -1 },
          { bucket: 'fees' as const, amount: 101 },
          { bucket: 'losses' as const, amount: -1 },
          { bucket: 'losses' as const, amount: 2 },
        ],
      },
    };
    expect(must(await ledger(creator).start(transfer)).state).toBe('returned');
    expect((await ledger(creator).balances()).usd).toMatchObject({
      withdrawable: 20,
      paid: 100,
      in_transit: 80,
    });
    expect((await ledger(creator).balances()).usd!.owed ?? 0).toBe(0);
    expect(await ledger(creator).earning(transfer.source.earnings[0]!.earning.id)).toBeNull();
    await verified(creator, service);
  });
});

describe('an earning', () => {
  it('lies in the books where its status says, and takes no step its status does not allow', async () => {
    const [brand, creator] = [brandHolder(), creatorHolder()];
    const earned = earning(1000, { fee: 200 });
    must(await ledger(brand).start(pay('p', brand, creator, earned)));
    const books = ledger(creator);
    const move = (to: EarningStatus, key: string) => books.post(creator, moves(key, to, earned.id));
    expect((await books.balances()).usd).toMatchObject({ pending: 800, received: 800 });
    expect(reasonOf(await move('paid', 'early'))).toBe('earning_state');
    must(await move('held', '1'));
    expect((await books.balances()).usd).toMatchObject({ pending: 0, held: 800 });
    must(await move('available', '2'));
    // Only a payout can pay.
    expect(reasonOf(await move('paid', 'alone'))).toBe('earning_state');
    await payOut(creator, 'po_1');
    expect((await books.balances()).usd).toMatchObject({
      held: 0,
      available: 0,
      paid: 800,
      withdrawable: 800,
    });
    for (const to of ['pending', 'held', 'available'] as const) {
      expect(reasonOf(await move(to, `back to ${to}`))).toBe('earning_state');
    }
    const reversal = { key: 'undo', at: AT, earnings: [{ do: 'reverse' as const, id: earned.id }] };
    expect(reasonOf(await books.post(creator, reversal))).toBe('earning_state');
    expect(await books.earning(earned.id)).toMatchObject({
      status: 'paid',
      amount: 1000,
      fee: 200,
      net: 800,
    });
    await verified(brand, creator);
  });

  it('is gone from what people see once its payment came to nothing', async () => {
    const [brand, creator] = [brandHolder(), creatorHolder()];
    const earned = earning(500);
    must(await ledger(brand).start(pay('p', brand, creator, earned)));
    const undo = {
      id: 'p:undo',
      at: AT,
      currency: 'usd',
      amount: 500,
      source: { holder: creator, earnings: [{ do: 'reverse' as const, id: earned.id }] },
      destination: { holder: brand, lines: [{ bucket: 'receivable' as const, amount: -500 }] },
    };
    expect(must(await ledger(creator).start(undo)).state).toBe('settled');
    expect(await ledger(creator).earning(earned.id)).toBeNull();
    expect((await ledger(brand).balances()).usd!.receivable).toBe(0);
    expect((await ledger(creator).balances()).usd!.pending).toBe(0);
    await verified(brand, creator);
  });
});
