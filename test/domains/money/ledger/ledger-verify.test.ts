// @process ledger: it puts ledgers out of memory.
import { evictDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { entryHash } from '../../../../src/domains/money/ledger/hash-entry.ts';
import { Journal } from '../../../../src/domains/money/ledger/journal.ts';
import type { Leg, PostingLine } from '../../../../src/domains/money/ledger/posting.ts';
import { parseEntry, storeEntry } from '../../../../src/domains/money/ledger/stored-entry.ts';
import type { Transfer } from '../../../../src/domains/money/ledger/transfer.ts';
import { verifyJournal } from '../../../../src/domains/money/ledger/verify-journal.ts';
import { verifyLedger } from '../../../../src/domains/money/ledger/verify-ledger.ts';
import {
  AT,
  creatorHolder,
  earn,
  freshService,
  fund,
  inside,
  ledger,
  line,
  moves,
  must,
  statementLine,
  stubOf,
  verified,
  withdraw,
} from '../../../harness/money/ledger.ts';
import { systemCtx } from '../../../harness/world.ts';

interface Row {
  seq: number;
  key: string;
  body: string;
  hash: string;
}

const STATES = ['reserved', 'settled', 'returned', 'refused', 'posted'];
const FORGED = 'INSERT INTO transfers (id, state, request, currency, amount, attempts)';

describe('verify', () => {
  const spoil: [string, string, RegExp][] = [
    ['an amount in an entry', `UPDATE journal SET body = replace(body, '"w",-40', '"w",-39')`, /hash/],
    ["an entry's time", "UPDATE journal SET body = replace(body, '[17', '[18')", /hash/],
    ['the end of an entry', "UPDATE journal SET body = replace(body, ']]', '],0]')", /hash/],
    ["an entry's key", "UPDATE journal SET key = key || 'x' WHERE seq = 2", /hash/],
    ['an entry that is gone', 'DELETE FROM journal WHERE seq = 2', /missing/],
    [
      'the last entry gone',
      'DELETE FROM journal WHERE seq = (SELECT MAX(seq) FROM journal)',
      /the journal ends at \d+, the ledger at \d+/,
    ],
    ['a balance', "UPDATE balances SET amount = amount + 1 WHERE bucket = 'in_transit'", /kept as/],
    ['a balance that is gone', "DELETE FROM balances WHERE bucket = 'in_transit'", /is not kept/],
    [
      'a balance that nobody has',
      "INSERT INTO balances VALUES ('usd', 'owed', 5)",
      /owed is kept as 5, the sum is 0/,
    ],
    [
      'what was paid in a year',
      'UPDATE paid_by_year SET cents = cents + 1',
      /paid in usd 2026 is kept as 101/,
    ],
    ['a year that is gone', 'DELETE FROM paid_by_year', /paid in usd 2026 is kept as 0/],
    ['a year of its own', "INSERT INTO paid_by_year VALUES ('usd', 2020, 5)", /paid in usd 2020/],
    ["an earning's status", "UPDATE earnings SET status = 'available'", /wrong status/],
    ["an earning's amount", 'UPDATE earnings SET net = net + 1', /filed wrongly/],
    ["an earning's currency", "UPDATE earnings SET currency = 'eur'", /filed wrongly/],
    ["an earning's source", "UPDATE earnings SET source = 'bonus'", /filed wrongly/],
    ["an earning's hold", 'UPDATE earnings SET hold_until_at = 1', /wrong status/],
    [
      "an earning's text",
      `UPDATE earnings SET content = replace(content, '"fee":0', '"fee":1')`,
      /not what was written/,
    ],
    ['an earning that is gone', 'DELETE FROM earnings', /earning .* is missing/],
    [
      'an earning nobody made',
      `INSERT INTO earnings SELECT 'ern_forged', 'reversed', source, currency, net, hold_until_at, content, seq
      FROM earnings LIMIT 1`,
      /by no entry/,
    ],
    [
      'a transfer nobody began',
      `INSERT INTO transfers VALUES ('forged', 'reserved', '', 'usd', 5, NULL, NULL, 0, NULL)`,
      /transfer forged was written by no entry/,
    ],
    [
      'what came on a day',
      'UPDATE moved_by_day SET received = received + 1',
      /usd received by day is kept as 101/,
    ],
    ["a line's type", "UPDATE lines SET type = 'payout'", /filed wrongly/],
    ["a line's program", "UPDATE lines SET program = 'prog_1'", /filed wrongly/],
    ['a line that is gone', 'DELETE FROM lines', /line .* is missing/],
    ["a line's status", "UPDATE lines SET status = 'failed'", /wrong status/],
    [
      "a line's status with a forged origin",
      "UPDATE lines SET status = 'failed', seq = seq + 1",
      /by no entry|wrong status/,
    ],
    [
      'a line nobody wrote',
      "INSERT INTO lines SELECT 'txn_forged0000000000000000', type, program, status, seq FROM lines LIMIT 1",
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
    // An object that starts again from the damaged storage must not trust it either.
    await evictDurableObject(stubOf(creator));
    expect(await verifyLedger(systemCtx(), creator)).toMatchObject({ ok: false });
  });

  const forged: [string, Leg[], RegExp][] = [
    [
      'a balance that does not follow',
      [
        ['usd', 'withdrawable', -40, 70],
        ['usd', 'in_transit', 40, 40],
      ],
      /is 70 where the sum is 60/,
    ],
    ['one side alone', [['usd', 'withdrawable', -40, 60]], /off by -40 usd/],
    [
      'more than there was',
      [
        ['usd', 'withdrawable', -140, -40],
        ['usd', 'in_transit', 140, 140],
      ],
      /withdrawable is below zero/,
    ],
    [
      'a debt beside a balance',
      [
        ['usd', 'withdrawable', -30, 70],
        ['usd', 'owed', 10, 10],
        ['usd', 'in_transit', 40, 40],
      ],
      /owed while something is withdrawable/,
    ],
  ];
  it.each(forged)('finds %s in an entry whose hash was made to fit', async (_, legs, problem) => {
    const creator = creatorHolder();
    await fund(creator, 100);
    must(await ledger(creator).post(creator, withdraw('w', 40)));
    await inside(creator, (_object, { storage }) => {
      const [last, before] = storage.sql
        .exec('SELECT seq, key, body, lower(hex(hash)) AS hash FROM journal ORDER BY seq DESC LIMIT 2')
        .toArray() as unknown as [Row, Row];
      const entry = { ...parseEntry(creator, last.seq, last.key, last.body), legs };
      const body = storeEntry(entry);
      const hash = entryHash(before.hash, last.seq, last.key, body);
      storage.sql.exec('UPDATE journal SET body = ?, hash = unhex(?) WHERE seq = ?', body, hash, last.seq);
    });
    expect(await verifyLedger(systemCtx(), creator)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(problem),
    });
  });

  /**
   * A creator with a transfer in each state, named by the state. Transfers that succeeded have no row of
   * their own.
   */
  async function inEveryState(): Promise<string> {
    const creator = creatorHolder();
    await fund(creator, 500);
    const gives = (id: string, amount: number, lines: PostingLine[]): Transfer => ({
      id,
      at: AT,
      currency: 'usd',
      amount,
      source: { holder: creator, lines: [line('withdrawable', -amount)] },
      destination: { holder: freshService(), lines },
    });
    const noFeeToGiveBack = [line('cash_out', 21), line('fees', -1)];
    for (const [transfer, state] of [
      [gives('settled', 10, [line('cash_out', 10)]), 'settled'],
      [gives('returned', 20, noFeeToGiveBack), 'returned'],
      [gives('refused', 9_000, []), 'refused'],
    ] as const)
      expect(must(await ledger(creator).start(transfer)).state).toBe(state);
    await inside(creator, async (object, { storage }) => {
      await object.reserve(gives('reserved', 40, []));
      await storage.deleteAlarm();
    });
    return creator;
  }

  it('finds every change of state of a transfer, ended or under way, and nothing where none was made', async () => {
    const creator = await inEveryState();
    const rows = await inside(creator, (_object, { storage }) =>
      storage.sql.exec<{ id: string; state: string }>('SELECT id, state FROM transfers').toArray(),
    );
    expect(rows.map(({ state }) => state).sort()).toEqual(['refused', 'reserved', 'returned']);
    const write = (id: string, state: string) =>
      inside(creator, (_object, { storage }) => {
        storage.sql.exec('UPDATE transfers SET state = ? WHERE id = ?', state, id);
      });
    for (const { id, state } of rows) {
      for (const other of STATES.filter((one) => one !== state)) {
        await write(id, other);
        const verdict = await verifyLedger(systemCtx(), creator);
        expect(verdict, `${state} made ${other}`).toMatchObject({
          ok: false,
          problem: expect.stringMatching(/transfer/),
        });
      }
      await write(id, state);
      await verified(creator);
    }
  });

  it.each([
    [
      'amount',
      "UPDATE transfers SET amount = amount + 1 WHERE state = 'returned'",
      /returned is filed wrongly/,
    ],
    [
      'currency',
      "UPDATE transfers SET currency = 'eur' WHERE state = 'returned'",
      /returned is filed wrongly/,
    ],
    ['row', "DELETE FROM transfers WHERE state = 'returned'", /returned is missing/],
    ['row, under way,', "DELETE FROM transfers WHERE state = 'reserved'", /reserved is missing/],
    ['origin', `${FORGED} SELECT 'x', 'settled', '', 'usd', 5, 0`, /transfer x was written by no entry/],
    ['payment', `${FORGED} SELECT 'x', 'posted', '', 'usd', 5, 0`, /transfer x was written by no entry/],
    [
      'refusal',
      `${FORGED} SELECT 'settled', 'refused', '', 'usd', 10, 0`,
      /settled is refused after its reserve/,
    ],
    [
      'end',
      `${FORGED} SELECT 'settled', 'settled', '', 'usd', 10, 0`,
      /settled is settled after its reserve/,
    ],
  ])('finds a transfer whose %s is not the one of its entries', async (_, sql, problem) => {
    const creator = await inEveryState();
    await inside(creator, (_object, { storage }) => {
      expect(storage.sql.exec(sql).rowsWritten).toBeGreaterThan(0);
    });
    expect(await verifyLedger(systemCtx(), creator)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(problem),
    });
  });

  it("does not take another holder's journal for this one's", async () => {
    const creator = creatorHolder();
    await fund(creator, 100);
    await inside(creator, (_object, state) => {
      state.storage.sql.exec("UPDATE meta SET value = ? WHERE name = 'holder'", creatorHolder());
    });
    await evictDurableObject(stubOf(creator));
    expect(await verifyLedger(systemCtx(), creator)).toMatchObject({ ok: false, seq: 1 });
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

  it('is content with records that change between two of its portions', async () => {
    const creator = creatorHolder();
    const ids = await earn(creator, [10, 20, 30, 40]);
    await inside(creator, async (object, { storage }) => {
      const journal = () => new Journal(storage.sql);
      let verdict = verifyJournal(journal(), null, 3);
      for (const id of ids) {
        if (verdict.done) throw new Error('that was all of it');
        must(await object.post(creator, moves(`meanwhile ${id}`, 'held', id)));
        verdict = verifyJournal(journal(), verdict.checkpoint, 3);
      }
      while (!verdict.done) verdict = verifyJournal(journal(), verdict.checkpoint, 3);
      expect(verdict).toMatchObject({ done: true, ok: true, entries: 12 });
    });
    await verified(creator);
  });

  it('covers a journal longer than one portion, and lets others have their turn between two', async () => {
    const service = freshService();
    await inside(service, async (object) => {
      await Promise.all(
        Array.from({ length: 3_000 }, (_, n) =>
          object.post(service, { key: `c${n}`, at: AT, lines: [line('cash_in', 1), line('fees', 1)] }),
        ),
      );
      let done = false;
      const verdict = object.verify(null).finally(() => {
        done = true;
      });
      let turns = 0;
      for (; !done; turns++) await scheduler.wait(0);
      expect(turns).toBeGreaterThan(10);
      expect(await verdict).toMatchObject({ ok: true, entries: 3_000 });
    });
    await inside(service, (_object, state) => {
      state.storage.sql.exec('UPDATE journal SET hash = 1 WHERE seq = 2500');
    });
    expect(await verifyLedger(systemCtx(), service)).toMatchObject({ ok: false, seq: 2_500 });
  });
});
