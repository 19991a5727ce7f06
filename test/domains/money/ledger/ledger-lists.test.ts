// @process ledger: it puts ledgers out of memory.
import { evictDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { Journal } from '../../../../src/domains/money/ledger/journal.ts';
import { listEarnings, listLines } from '../../../../src/domains/money/ledger/journal-lists.ts';
import type { EarningSource, EarningStatus, LineType } from '../../../../src/domains/money/ledger/posting.ts';
import { finish, reserve } from '../../../../src/domains/money/ledger/transfer-stages.ts';
import { newId } from '../../../../src/kit/ids.ts';
import {
  AT,
  brandHolder,
  creatorHolder,
  earning,
  freshService,
  inside,
  ledger,
  must,
  newestLines,
  pay,
  statementLine,
  stubOf,
  verified,
} from '../../../harness/money/ledger.ts';

const whole = { after: null, before: null };

describe('a page of a ledger', () => {
  it('reads as many rows at 3,000 lines as at 600, whatever the filter', async () => {
    const service = freshService();
    const programs = ['prog_a', 'prog_b', null];
    const types: LineType[] = ['platform_fee', 'charge', 'refund'];
    const grow = async (from: number, to: number) =>
      await inside(service, async (object) => {
        for (let i = from; i < to; i += 300) {
          await Promise.all(
            Array.from({ length: 300 }, (_, j) =>
              object.post(service, {
                key: `l${i + j}`,
                at: AT + i + j,
                statement: [statementLine(1, { type: types[j % 3]!, program: programs[(j + i) % 2]! })],
              }),
            ),
          );
        }
      });
    const costs = async () =>
      await inside(service, (_object, state) => {
        const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
        const sql = {
          exec: (query: string, ...values: SqlStorageValue[]) => {
            const cursor = state.storage.sql.exec(query, ...values);
            cursors.push(cursor);
            return cursor;
          },
        } as unknown as SqlStorage;
        const journal = new Journal(sql);
        return [
          { types: null, program: null },
          { types: ['charge' as const], program: null },
          { types: ['charge' as const, 'refund' as const], program: null },
          { types: null, program: 'prog_a' },
          { types: ['charge' as const, 'platform_fee' as const], program: 'prog_b' },
          { types: ['withdrawal' as const], program: 'prog_a' },
        ].map((filter) => {
          cursors.length = 0;
          const rows = listLines(journal, { ...filter, range: whole, limit: 51 });
          expect(rows.length).toBe(filter.types?.[0] === 'withdrawal' ? 0 : 51);
          return cursors.reduce((sum, cursor) => sum + cursor.rowsRead, 0);
        });
      });
    await grow(0, 600);
    const small = await costs();
    await grow(600, 3_000);
    expect(await costs()).toEqual(small);
    // The line's index, its row, and the entry that contains it.
    for (const read of small) expect(read).toBeLessThanOrEqual(51 * (2 * 3 + 1));
  });

  it('holds lines of one moment in the order in which they were written, and none before one that was there', async () => {
    const service = freshService();
    const at = [5, 5, 5, 3, 5, 7, 6, 7].map((ms) => AT + ms);
    for (const [n, ms] of at.entries()) {
      const statement = [statementLine(2 * n), statementLine(2 * n + 1)];
      must(await ledger(service).post(service, { key: `n${n}`, at: ms, statement }));
    }
    const lines = await ledger(service).lines({ ...newestLines(), limit: 100 });
    expect(lines.map(({ amount }) => amount).reverse()).toEqual(Array.from({ length: 16 }, (_, n) => n));
    const times = lines.map(({ occurredAt }) => occurredAt - AT).reverse();
    expect(times.filter((_, n) => n % 2 === 0)).toEqual([5, 5, 5, 5, 5, 7, 7, 7]);
  });

  it("takes at most 2 KB of a brand's ledger for a payment with a partner and a fee", async () => {
    const brand = brandHolder();
    const [creator, program] = [creatorHolder(), newId('program', AT)];
    const sizes = await inside(brand, (_object, { storage }) => {
      const journal = new Journal(storage.sql);
      const pays = (count: number) => {
        for (let n = 0; n < count; n++) {
          const id = newId('payment', AT + n);
          const said = (type: LineType, amount: number) =>
            statementLine(amount, { type, balanceOf: 'receivable', source: id, program });
          const to = { type: 'creator' as const, id: creator, name: 'Maria Mustermann' };
          const parts = { partner: [], creator: [{ ...said('creator_earning', -9_000), counterparty: to }] };
          for (const [name, statement] of Object.entries({ ...parts, fee: [said('platform_fee', -500)] })) {
            const source = {
              holder: brand,
              lines: [{ bucket: 'receivable' as const, amount: 500 }],
              statement,
            };
            const what = { id: `${id}:${name}`, at: AT + n, currency: 'usd', amount: 500 };
            const transfer = { ...what, source, destination: { holder: creator } };
            must(reserve(journal, transfer, AT));
            finish(journal, transfer, { state: 'posted', refusal: null });
          }
        }
        journal.flush();
        return storage.sql.databaseSize;
      };
      return [pays(50), pays(400)];
    });
    expect((sizes[1]! - sizes[0]!) / 400).toBeLessThan(2048);
    await evictDurableObject(stubOf(brand));
    await verified(brand);
  });

  it('holds every earning once, newest first, through any filter', async () => {
    const creator = creatorHolder();
    const brand = brandHolder();
    const sources: EarningSource[] = ['submission', 'bonus', 'retainer'];
    const made = Array.from({ length: 30 }, (_, i) =>
      earning(10 + i, { id: newId('earning', AT + i), source: sources[i % 3]! }),
    );
    for (const earned of made) must(await ledger(brand).start(pay(`p:${earned.id}`, brand, creator, earned)));
    const books = ledger(creator);
    for (const [i, { id }] of made.entries()) {
      const to: EarningStatus | null = i % 4 === 0 ? 'held' : i % 4 === 1 ? 'available' : null;
      if (to) must(await books.post(creator, { key: `m${i}`, at: AT, earnings: [{ do: 'move', id, to }] }));
    }
    const query = (statuses: EarningStatus[] | null, from: EarningSource[] | null, limit = 100) => ({
      statuses,
      sources: from,
      range: whole,
      limit,
    });
    const ids = async (...args: Parameters<typeof query>) =>
      (await books.earnings(query(...args))).map(({ id }) => id);
    const newestFirst = made.map(({ id }) => id).reverse();
    expect(await ids(null, null)).toEqual(newestFirst);
    expect(await ids(['held', 'available', 'held'], null)).toEqual(
      newestFirst.filter((id) => made.findIndex((e) => e.id === id) % 4 < 2),
    );
    expect(await ids(['pending'], ['bonus', 'retainer'])).toEqual(
      newestFirst.filter((id) => {
        const i = made.findIndex((e) => e.id === id);
        return i % 4 >= 2 && i % 3 !== 0;
      }),
    );
    expect(await ids(null, null, 7)).toEqual(newestFirst.slice(0, 7));
    const inObject = await inside(creator, (_object, state) =>
      listEarnings(new Journal(state.storage.sql), query(['paid'], null)),
    );
    expect(inObject).toEqual([]);
  });
});
