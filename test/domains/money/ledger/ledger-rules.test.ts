// @process ledger: it puts ledgers out of memory.
// The rules of a posting and the hash chain, without an object: any sequence of postings, compared with plain
// maps.

import { describe, expect, it } from 'vitest';
import {
  type AskedBy,
  applyPosting,
  type KnownEarning,
  type LedgerView,
} from '../../../../src/domains/money/ledger/apply-posting.ts';
import {
  type Bucket,
  CHART,
  holderKind,
  onlyCurrency,
  serviceHolder,
} from '../../../../src/domains/money/ledger/chart.ts';
import { contentHash, entryHash, genesisHash } from '../../../../src/domains/money/ledger/hash-entry.ts';
import {
  EARNING_STATUSES,
  type EarningChange,
  type Entry,
  type Posting,
  type PostingLine,
} from '../../../../src/domains/money/ledger/posting.ts';
import { lineId, parseEntry, storeEntry } from '../../../../src/domains/money/ledger/stored-entry.ts';
import { sha256Hex } from '../../../../src/kit/crypto.ts';
import fc from '../../../harness/fc.ts';
import { AT, earning, line, statementLine } from '../../../harness/money/ledger.ts';

const BRAND = 'acct_00000000000000000000000001';

/** In-memory books that accept entries as a journal does. */
class Books implements LedgerView {
  readonly holder: string = BRAND;
  readonly balances = new Map<string, number>();
  readonly earnings = new Map<string, KnownEarning>();

  balance(currency: string, bucket: Bucket): number {
    return this.balances.get(`${currency} ${bucket}`) ?? 0;
  }
  earning(id: string): KnownEarning | null {
    return this.earnings.get(id) ?? null;
  }
  linesOf(): null {
    return null;
  }
  hasLine(): boolean {
    return false;
  }
  take(entry: Entry): void {
    for (const [currency, bucket, , after] of entry.legs) this.balances.set(`${currency} ${bucket}`, after);
    for (const write of entry.earnings) {
      const source = write.created?.source ?? this.earnings.get(write.id)!.source;
      const { status, currency, net, holdUntilAt } = write;
      this.earnings.set(write.id, { status, source, currency, net, holdUntilAt });
    }
  }
}

const buckets = Object.keys(CHART) as Bucket[];
const ids = Array.from({ length: 8 }, (_, i) => `ern_${String(i).padStart(26, '0')}`);
const anyLine = fc.record({
  currency: fc.constantFrom('usd', 'eur'),
  bucket: fc.oneof(
    {
      weight: 15,
      arbitrary: fc.constantFrom<Bucket>('withdrawable', 'in_transit', 'receivable', 'charging'),
    },
    { weight: 1, arbitrary: fc.constantFrom(...buckets) },
  ),
  amount: fc.integer({ min: -50, max: 60 }),
  mayOwe: fc.boolean(),
});
const anyChange: fc.Arbitrary<EarningChange> = fc.oneof(
  fc
    .record({
      id: fc.constantFrom(...ids),
      amount: fc.integer({ min: -5, max: 40 }),
      clawback: fc.boolean(),
    })
    .map(({ id, amount, clawback }): EarningChange => {
      const kind = clawback ? { source: 'adjustment' as const, status: 'paid' as const } : {};
      return { do: 'create', earning: earning(clawback ? -amount : amount, { id, ...kind }) };
    }),
  fc.record({
    do: fc.constant('move' as const),
    id: fc.constantFrom(...ids),
    to: fc.constantFrom(...EARNING_STATUSES, 'paying' as const),
  }),
  fc.record({ do: fc.constant('reverse' as const), id: fc.constantFrom(...ids) }),
);
/** Most postings are made to balance, because otherwise few would be accepted. */
const anyPosting = fc
  .record({
    lines: fc.array(anyLine, { maxLength: 2 }),
    earnings: fc.array(anyChange, { maxLength: 2 }),
    balance: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
  })
  .map(({ lines, earnings, balance }): Posting => {
    const sound: PostingLine[] = lines.map(({ mayOwe, ...rest }) =>
      rest.bucket === 'withdrawable' ? { ...rest, mayOwe } : rest,
    );
    if (balance) {
      for (const currency of ['usd', 'eur']) {
        let off = 0;
        for (const each of sound)
          if (each.currency === currency) off += CHART[each.bucket].side * each.amount;
        for (const change of earnings) {
          if (change.do === 'create' && currency === 'usd') off += CHART.pending.side * change.earning.amount;
        }
        if (off !== 0) sound.push({ bucket: 'receivable', amount: off, currency });
      }
    }
    return { key: 'k', at: AT, lines: sound, earnings };
  });

describe('any sequence of postings', () => {
  it('keeps both sides equal, nothing below zero but a receivable, and a debt only while nothing is withdrawable', () => {
    let taken = 0;
    let debts = 0;
    fc.assert(
      fc.property(
        fc.array(anyPosting, { minLength: 5, maxLength: 40 }),
        fc.constantFrom<AskedBy>('verb', 'transfer', 'payout'),
        (postings, askedBy) => {
          const books = new Books();
          for (const posting of postings) {
            const outcome = applyPosting(books, posting, 'r', askedBy, () => 'txn');
            if (!outcome.ok) {
              expect(outcome.refusal.message).not.toBe('');
              continue;
            }
            taken++;
            books.take(outcome.value);
            const sums = { usd: 0, eur: 0 };
            const byStatus = new Map<string, number>();
            for (const [id, amount] of books.balances) {
              const [currency, bucket] = id.split(' ') as ['usd' | 'eur', Bucket];
              if (bucket !== 'receivable') expect(amount, id).toBeGreaterThanOrEqual(0);
              expect(CHART[bucket].holders).toContain('account');
              sums[currency] += CHART[bucket].side * amount;
            }
            for (const each of books.earnings.values()) {
              const id = `${each.currency} ${each.status === 'paying' ? 'available' : each.status}`;
              byStatus.set(id, (byStatus.get(id) ?? 0) + each.net);
            }
            expect(sums).toEqual({ usd: 0, eur: 0 });
            for (const currency of ['usd', 'eur']) {
              if (books.balance(currency, 'owed') > 0) debts++;
              const debt = Math.min(books.balance(currency, 'owed'), books.balance(currency, 'withdrawable'));
              expect(debt).toBe(0);
              for (const status of EARNING_STATUSES) {
                expect(books.balance(currency, status)).toBe(byStatus.get(`${currency} ${status}`) ?? 0);
              }
            }
          }
        },
      ),
      { numRuns: 1500, seed: 7 },
    );
    expect(taken).toBeGreaterThan(2000);
    expect(debts).toBeGreaterThan(200);
  });

  it('lets no verb write what belongs to transfers or to the rules', () => {
    const books = new Books();
    for (const bucket of [
      'reserved',
      'sent',
      'received',
      'owed',
      'pending',
      'held',
      'available',
      'paid',
    ] as const) {
      const lines = [line(bucket, 1), line('receivable', CHART[bucket].side || 1)];
      const outcome = applyPosting(books, { key: 'k', at: AT, lines }, 'r', 'verb', () => 'txn');
      expect(outcome).toMatchObject({ ok: false, refusal: { reason: 'invalid_posting' } });
    }
  });

  it('lets only a transfer restore what was reversed, and nothing reverse what was paid but an adjustment', () => {
    const books = new Books();
    const told = (askedBy: AskedBy, change: EarningChange, receivable = 0) => {
      const lines = receivable === 0 ? [] : [line('receivable', receivable)];
      const posting = { key: 'k', at: AT, lines, earnings: [change] };
      const outcome = applyPosting(books, posting, 'r', askedBy, () => 'txn');
      if (outcome.ok) books.take(outcome.value);
      return outcome.ok
        ? books.earning(change.do === 'create' ? change.earning.id : change.id)!.status
        : outcome.refusal.reason;
    };
    const [id, clawback] = ids as [string, string];
    expect(told('verb', { do: 'create', earning: earning(40, { id }) }, 40)).toBe('pending');
    const restore = { do: 'restore', id, to: 'pending' } as const;
    expect(told('transfer', restore)).toBe('earning_state');
    expect(told('verb', { do: 'reverse', id }, -40)).toBe('reversed');
    expect(told('verb', restore, 40)).toBe('earning_state');
    expect(told('payout', restore, 40)).toBe('earning_state');
    expect(told('transfer', restore, 40)).toBe('pending');
    expect(told('verb', { do: 'move', id, to: 'available' })).toBe('available');
    for (const to of ['paying', 'paid'] as const) expect(told('payout', { do: 'move', id, to })).toBe(to);
    for (const askedBy of ['verb', 'transfer', 'payout'] as const)
      expect(told(askedBy, { do: 'reverse', id }, -40)).toBe('earning_state');
    const taken = earning(-5, { id: clawback, source: 'adjustment', status: 'paid' });
    expect(told('verb', { do: 'create', earning: taken }, -5)).toBe('paid');
    expect(told('verb', { do: 'reverse', id: clawback }, 5)).toBe('reversed');
  });

  it('lets a ledger of the service hold its own currency alone', () => {
    const books = Object.assign(new Books(), { holder: 'service:usd:1' });
    const told = (currency: string) => {
      const lines = [line('cash_in', 5, currency), line('fees', 5, currency)];
      const outcome = applyPosting(books, { key: 'k', at: AT, lines }, 'r', 'verb', () => 'txn');
      return outcome.ok ? null : outcome.refusal.reason;
    };
    expect([told('usd'), told('eur')]).toEqual([null, 'invalid_posting']);
  });

  it('refuses what is no number of cents, and numbers that would stop being exact', () => {
    const books = new Books();
    const reason = (amount: number) => {
      const lines = [line('receivable', amount), line('withdrawable', amount)];
      const outcome = applyPosting(books, { key: 'k', at: AT, lines }, 'r', 'verb', () => 'txn');
      if (outcome.ok) books.take(outcome.value);
      return outcome.ok ? null : outcome.refusal.reason;
    };
    for (const amount of [0, -0, 0.1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(reason(amount)).toBe('invalid_posting');
    }
    expect(reason(Number.MAX_SAFE_INTEGER)).toBeNull();
    expect(reason(1)).toBe('invalid_posting');
    const bad = { key: 'k', at: AT, statement: [statementLine(0.5)] };
    expect(applyPosting(books, bad, 'r', 'verb', () => 'txn').ok).toBe(false);
  });
});

describe('the chain', () => {
  it('gives the same content the same hash in any order of fields, and other content another', () => {
    const posting = { key: 'a', lines: [{ bucket: 'x', amount: 1 }], more: undefined, n: null };
    expect(contentHash({ n: null, lines: [{ amount: 1, bucket: 'x' }], key: 'a' })).toBe(
      contentHash(posting),
    );
    expect(contentHash({ ...posting, n: 0 })).not.toBe(contentHash(posting));
    expect(contentHash({ ...posting, lines: [{ bucket: 'x', amount: '1' }] })).not.toBe(contentHash(posting));
    expect(contentHash(['a,b'])).not.toBe(contentHash(['a', 'b']));
  });

  it('depends on the holder, the number, the key, and every hash before', () => {
    const hashes = new Set([
      entryHash(genesisHash('acct_a'), 1, 'k', '[1]'),
      entryHash(genesisHash('acct_b'), 1, 'k', '[1]'),
      entryHash(genesisHash('acct_a'), 2, 'k', '[1]'),
      entryHash(genesisHash('acct_a'), 1, 'k', '[1] '),
      entryHash(genesisHash('acct_a'), 1, 'l', '[1]'),
      entryHash(entryHash(genesisHash('acct_a'), 1, 'k', '[1]'), 1, 'k', '[1]'),
    ]);
    expect(hashes.size).toBe(6);
  });

  it('is made as in the books that are written: SHA-256 of the hash before, the number, the key and the body, a line each', () => {
    expect(entryHash('before', 7, 'k', '[1,"r"]')).toBe(sha256Hex('before\n7\nk\n[1,"r"]'));
  });

  it('covers entries whose stored form never changes its meaning', () => {
    const holder = 'acct_00000000000000000000000000';
    const stored =
      '[1700000000000,"r",["usd","r",9000,9000,"v",5,5,"eur","w",-1,0],[[0,0,"usd",-9000,0,"r",-9000,2,2,"N","crtr_1","prog_1","d","m","camp_1"],[7,1,"eur",-1,1,0,"","po_1",1]],7,["txn_1",2],0,{"position":3}]';
    const entry = parseEntry(holder, 3, 'transfer:pay_1:creator:reserve', stored);
    expect(storeEntry(entry)).toBe(stored);
    expect(entry).toEqual({
      key: 'transfer:pay_1:creator:reserve',
      request: 'r',
      at: 1700000000000,
      legs: [
        ['usd', 'receivable', 9000, 9000],
        ['usd', 'reserved', 5, 5],
        ['eur', 'withdrawable', -1, 0],
      ],
      earnings: [],
      lines: [
        {
          type: 'creator_earning',
          status: 'pending',
          currency: 'usd',
          amount: -9000,
          fee: 0,
          balanceOf: 'receivable',
          description: 'd',
          memo: 'm',
          source: 'pay_1',
          counterparty: { type: 'creator', id: 'crtr_1', name: 'N' },
          campaign: 'camp_1',
          program: 'prog_1',
          id: lineId(holder, 1700000000007, 3, 0),
          balance: -9000,
        },
        {
          type: 'payout',
          status: 'completed',
          currency: 'eur',
          amount: -1,
          fee: 1,
          balanceOf: null,
          description: null,
          memo: null,
          source: 'po_1',
          counterparty: { type: 'payment_method', id: null, name: null },
          campaign: null,
          program: null,
          id: lineId(holder, 1700000000007, 3, 1),
          balance: null,
        },
      ],
      statuses: [{ line: 'txn_1', status: 'failed' }],
      position: 3,
    });
  });
});

describe('holders', () => {
  it('are accounts, creators and the service by currency, and nothing else', () => {
    expect(holderKind('acct_1')).toBe('account');
    expect(holderKind('crtr_1')).toBe('creator');
    expect(holderKind('service:usd:3')).toBe('service');
    for (const name of ['', 'prog_1', 'service', 'service:usd', 'service:USD:1', 'service:usd:x']) {
      expect(holderKind(name)).toBeNull();
    }
    expect(onlyCurrency('service:eur:1')).toBe('eur');
    expect(onlyCurrency('acct_1')).toBeNull();
  });

  it('spread the counterparties evenly over the ledgers of the service, each always to the same', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 8000; i++) {
      const name = serviceHolder('usd', `crtr_${i}`);
      expect(serviceHolder('usd', `crtr_${i}`)).toBe(name);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    expect(counts.size).toBe(8);
    for (const count of counts.values()) expect(count).toBeGreaterThan(700);
  });
});
