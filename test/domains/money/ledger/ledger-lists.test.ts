import { describe, expect, it } from 'vitest';
import { Journal } from '../../../../src/domains/money/ledger/journal.ts';
import { listEarnings, listLines } from '../../../../src/domains/money/ledger/journal-lists.ts';
import type { EarningSource, EarningStatus, LineType } from '../../../../src/domains/money/ledger/posting.ts';
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
  pay,
  statementLine,
} from '../../../harness/ledger.ts';

const whole = { after: null, before: null };

describe('a page of a ledger', () => {
  it('reads as many rows at 12,000 lines as at 600, whatever the filter', async () => {
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
    await grow(600, 12_000);
    expect(await costs()).toEqual(small);
    for (const read of small) expect(read).toBeLessThanOrEqual(51 * 2 * 2);
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
