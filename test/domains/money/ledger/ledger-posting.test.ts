// @process ledger: it puts ledgers out of memory.
import { abortAllDurableObjects, evictDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import {
  AT,
  brandHolder,
  creatorHolder,
  fund,
  inside,
  ledger,
  line,
  must,
  reasonOf,
  statementLine,
  stubOf,
  verified,
  withdraw,
} from '../../../harness/money/ledger.ts';

describe('a posting', () => {
  it('lets exactly one of 200 withdrawals of the whole balance through', async () => {
    const creator = creatorHolder();
    await fund(creator, 12_345);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, i) => ledger(creator).post(creator, withdraw(`wdr:${i}`, 12_345))),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(new Set(outcomes.map(reasonOf))).toEqual(new Set([null, 'insufficient_funds']));
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 0, in_transit: 12_345 });
    await verified(creator);
  });

  it('has one effect and one answer for 100 uses of a key, before and after an eviction', async () => {
    const creator = creatorHolder();
    await fund(creator, 10_000);
    const posting = {
      ...withdraw('once', 60),
      statement: [statementLine(-60, { type: 'withdrawal' as const })],
    };
    const use = () =>
      Promise.all(
        Array.from({ length: 50 }, (_, i) => ledger(creator).post(creator, { ...posting, at: AT + i })),
      );
    const first = (await use()).map(must);
    await evictDurableObject(stubOf(creator));
    const all = [...first, ...(await use()).map(must)];
    expect(all.filter((written) => !written.replayed)).toHaveLength(1);
    expect(new Set(all.map(({ seq, lines }) => JSON.stringify([seq, lines]))).size).toBe(1);
    expect((await ledger(creator).balances()).usd!.in_transit).toBe(60);
    await verified(creator);
  });

  it('refuses a key that comes with other content', async () => {
    const creator = creatorHolder();
    await fund(creator, 100);
    must(await ledger(creator).post(creator, withdraw('k', 10)));
    for (const other of [withdraw('k', 11), { ...withdraw('k', 10), statement: [statementLine(-10)] }]) {
      expect(reasonOf(await ledger(creator).post(creator, other))).toBe('key_reused');
    }
    expect((await ledger(creator).balances()).usd!.in_transit).toBe(10);
  });

  it('fails alone among those it shares a commit with, even by throwing in the middle of it', async () => {
    const creator = creatorHolder();
    await fund(creator, 1000);
    const bad = { key: 'bad', at: AT, lines: [line('withdrawable', -5)] };
    const nonsense = {
      key: 'nonsense',
      at: AT,
      lines: [line('withdrawable', 0.5), line('in_transit', -0.5)],
    };
    const reasons = await inside(creator, async (object) => {
      const outcomes = await Promise.allSettled([
        object.post(creator, withdraw('first, alone', 4)),
        object.post(creator, withdraw('a', 1)),
        object.post(creator, bad),
        object.post(creator, withdraw('b', 2)),
        object.post(brandHolder(), withdraw('by the name of another holder', 1)),
        object.post(creator, nonsense),
        object.post(creator, withdraw('c', 3)),
      ]);
      return outcomes.map((each) => (each.status === 'fulfilled' ? reasonOf(each.value) : 'threw'));
    });
    expect(reasons).toEqual([null, null, 'unbalanced', null, 'threw', 'invalid_posting', null]);
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 990, in_transit: 10 });
    await verified(creator);
    await evictDurableObject(stubOf(creator));
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 990, in_transit: 10 });
  });

  it('moves all of its lines or none', async () => {
    const creator = creatorHolder();
    await fund(creator, 100);
    const outcome = await ledger(creator).post(creator, {
      key: 'both',
      at: AT,
      lines: [
        line('withdrawable', -100),
        line('in_transit', 100),
        line('withdrawable', -1, 'eur'),
        line('in_transit', 1, 'eur'),
      ],
      statement: [statementLine(-100)],
    });
    expect(reasonOf(outcome)).toBe('insufficient_funds');
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 100 });
    expect((await ledger(creator).balances()).eur).toBeUndefined();
  });

  it('is still there when all objects are killed right after the answer', async () => {
    const creator = creatorHolder();
    await fund(creator, 1000);
    const answers = Array.from({ length: 20 }, (_, i) => ledger(creator).post(creator, withdraw(`w${i}`, 1)));
    await Promise.all(answers.map(async (answer) => must(await answer)));
    await abortAllDurableObjects();
    expect((await ledger(creator).balances()).usd!.in_transit).toBe(20);
    await verified(creator);
  });

  it('groups what comes at once into fewer commits than postings', async () => {
    const creator = creatorHolder();
    await fund(creator, 1000);
    const commits = await inside(creator, async (object, state) => {
      const { transactionSync } = state.storage;
      let count = 0;
      state.storage.transactionSync = <T>(run: () => T): T => {
        count++;
        return transactionSync.call(state.storage, run) as T;
      };
      await Promise.all(Array.from({ length: 64 }, (_, i) => object.post(creator, withdraw(`g${i}`, 1))));
      state.storage.transactionSync = transactionSync;
      return count;
    });
    expect(commits).toBeLessThan(8);
    expect((await ledger(creator).balances()).usd!.in_transit).toBe(64);
  });
});
