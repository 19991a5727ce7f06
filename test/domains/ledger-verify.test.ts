import { evictDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/domains/ledger/verify-ledger.ts';
import { systemCtx } from '../harness/world.ts';
import {
  AT,
  creatorHolder,
  freshService,
  fund,
  inside,
  ledger,
  line,
  must,
  statementLine,
  stubOf,
  verified,
  withdraw,
} from './ledger-harness.ts';

describe('verify', () => {
  const spoil: [string, string, RegExp][] = [
    [
      'an amount in an entry',
      `UPDATE journal SET body = replace(body, '"withdrawable",-40', '"withdrawable",-39')`,
      /hash/,
    ],
    ['an entry that is gone', 'DELETE FROM journal WHERE seq = 2', /missing/],
    [
      'the last entry gone',
      'DELETE FROM journal WHERE seq = (SELECT MAX(seq) FROM journal)',
      /ends at|kept as/,
    ],
    ['a balance', "UPDATE balances SET amount = amount + 1 WHERE bucket = 'in_transit'", /kept as/],
    [
      'what was paid in a year',
      'UPDATE paid_by_year SET cents = cents + 1',
      /paid in usd 2026 is kept as 101/,
    ],
    ['a year that is gone', 'DELETE FROM paid_by_year', /paid in usd 2026 is kept as 0/],
    ['a year of its own', "INSERT INTO paid_by_year VALUES ('usd', 2020, 5)", /paid in usd 2020/],
    ["an earning's status", "UPDATE earnings SET status = 'available'", /wrong status/],
    ["an earning's amount", 'UPDATE earnings SET net = net + 1', /filed wrongly/],
    [
      "a line's text",
      `UPDATE lines SET content = replace(content, '"amount":-40', '"amount":-41')`,
      /not what was written/,
    ],
    ["a line's status", "UPDATE lines SET status = 'failed'", /wrong status/],
    [
      "a line's status with a forged origin",
      "UPDATE lines SET status = 'failed', seq = seq + 1",
      /by no entry|wrong status/,
    ],
    [
      'a line nobody wrote',
      "INSERT INTO lines SELECT 'txn_forged', type, program, status, content, seq FROM lines LIMIT 1",
      /by no entry/,
    ],
  ];
  it.each(spoil)('finds %s', async (_, sql, problem) => {
    const creator = creatorHolder();
    await fund(creator, 100);
    must(
      await ledger(creator).post(creator, {
        ...withdraw('w', 40),
        statement: [statementLine(-40, { type: 'withdrawal' })],
      }),
    );
    await verified(creator);
    await inside(creator, (_object, state) => {
      expect(state.storage.sql.exec(sql).rowsWritten).toBeGreaterThan(0);
    });
    const verdict = await verifyLedger(systemCtx(), creator);
    expect(verdict).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
    // An object that starts afresh from the spoiled storage must not take it for the truth either.
    await evictDurableObject(stubOf(creator));
    expect(await verifyLedger(systemCtx(), creator)).toMatchObject({ ok: false });
  });

  it('says that a ledger nobody used is right, and stores nothing for it', async () => {
    const creator = creatorHolder();
    await verified(creator);
    expect(await ledger(creator).balances()).toEqual({});
    const tables = await inside(creator, (_object, state) =>
      state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'journal'").toArray(),
    );
    expect(tables).toEqual([]);
  });

  it('covers a journal longer than one call looks at', async () => {
    const service = freshService();
    await inside(service, async (object) => {
      for (let i = 0; i < 21_000; i += 500) {
        await Promise.all(
          Array.from({ length: 500 }, (_, j) =>
            object.post(service, { key: `c${i + j}`, at: AT, lines: [line('cash_in', 1), line('fees', 1)] }),
          ),
        );
      }
    });
    expect(await verifyLedger(systemCtx(), service)).toMatchObject({ ok: true, entries: 21_000 });
    await inside(service, (_object, state) => {
      state.storage.sql.exec("UPDATE journal SET hash = 'x' WHERE seq = 20500");
    });
    expect(await verifyLedger(systemCtx(), service)).toMatchObject({ ok: false, seq: 20_500 });
  });
});
