// GET /v1/analytics with Accept: text/csv: all rows, streamed.
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../../src/context.ts';
import { AnalyticsQuery, type Row } from '../../../../src/domains/ads/analytics/analytics.ts';
import { getAnalyticsCsv } from '../../../../src/domains/ads/analytics/get-analytics-csv.ts';
import { type CsvCell, csvStream } from '../../../../src/kit/csv.ts';
import { DAY_MS, day } from '../../../../src/kit/time.ts';
import { connect, dayOf, report } from '../../../harness/ads/ad-days.ts';
import { addHere } from '../../../harness/ads/live-campaigns.ts';
import { call, type Minted, mintAccount, systemCtx } from '../../../harness/world.ts';

const FROM = Date.parse('2026-02-10');
const DAYS = 20;
const at = (n: number) => day(FROM + n * DAY_MS);
const RANGE = `from=${at(0)}&to=${at(DAYS - 1)}`;

let brand: Minted;

beforeAll(async () => {
  brand = await mintAccount();
  const [dollars, yen] = [
    await connect(brand.id, 'act_1'),
    await connect(brand.id, 'act_2', { currency: 'jpy' }),
  ];
  const ctx = systemCtx();
  for (let ad = 0; ad < 60; ad++)
    addHere(
      ctx,
      brand.id,
      dollars,
      { campaign: `c${ad}`, set: `s${ad}`, ad: `a${ad}` },
      { adAccount: 'act_1' },
    );
  await ctx.write.commit();
  const days = Array.from({ length: DAYS }, (_, n) => n);
  // The sixth day has more ads than all others.
  const ads = (n: number) => Array.from({ length: n === 5 ? 60 : 3 }, (_, ad) => ad);
  await report(
    dollars,
    days.flatMap((n) => ads(n).map((ad) => dayOf(`a${ad}`, at(n), 1250 + ad))),
  );
  await report(
    yen,
    days.map((n) => dayOf('y', at(n), 700)),
  );
});

async function ask(query: string, accept = 'text/csv', key = brand.key) {
  return await call('GET', `/v1/analytics?${RANGE}${query}`, { key, headers: { Accept: accept } });
}

const recordsOf = (text: string) =>
  Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true, dynamicTyping: true }).data;

const OWN_NAMES = ['conversions', 'value', 'unconfirmed', 'returned'];
const PART_NAMES = 'platform ours view_through other_window unconfirmed other_day unexplained'.split(' ');
/** Numbers of a part of a row, under the names of a table; empty where the row has no such part. */
const named = (part: string, names: string[], of: Record<string, number> | null) =>
  Object.fromEntries(names.map((name) => [`${part}.${name}`, of === null ? null : of[name]]));

const GROUPED = '&source=all&group=platform,ad';

describe('a table', () => {
  it('has the rows of the JSON under the same names, with amounts in units of their currency', async () => {
    for (const query of [GROUPED, '&source=all', '&source=all&group=platform']) {
      const json = (await ask(query, 'application/json')).body.data.currencies as {
        currency: string;
        rows: Row[];
      }[];
      const answer = await ask(query);
      expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
      const expected = json
        .flatMap(({ currency, rows }) => {
          const unit = currency === 'jpy' ? 1 : 100;
          return rows.map(({ own, reconciliation, ...row }) => ({
            ...row,
            ...named('own', OWN_NAMES, own),
            ...(query === GROUPED ? named('reconciliation', PART_NAMES, reconciliation ?? null) : {}),
            currency,
            spend: row.spend / unit,
            revenue: row.revenue / unit,
          }));
        })
        .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
      expect(expected.length).toBeGreaterThan(DAYS);
      expect(recordsOf(answer.body)).toEqual(expected);
    }
  });

  it('is what a spreadsheet reads: UTF-8 with its mark, a header, lines that end as RFC 4180 has it', async () => {
    const { key } = brand;
    const bytes = await call('GET', `/v1/analytics?${RANGE}&source=all`, {
      key,
      headers: { Accept: 'text/csv' },
    });
    const [header, first] = (bytes.body as string).split('\r\n');
    expect(header!.replace(/^\uFEFF/, '')).toBe(
      'date,currency,spend,impressions,clicks,installs,purchases,revenue,own.conversions,own.value,own.unconfirmed,own.returned',
    );
    expect(first).toBe(`${at(0)},jpy,700,2100,2,2,1,2800,0,0,0,0`);
    expect(bytes.body.endsWith('\r\n')).toBe(true);
  });

  it('is read in parts, none longer than it may be, a long day included, and each row once', async () => {
    const query = AnalyticsQuery.parse({
      from: at(0),
      to: at(DAYS - 1),
      source: 'all',
      group: 'ad,platform',
    });
    const ctx = { ...systemCtx(), actor: { account: { id: brand.id } } } as unknown as Ctx;
    for (const most of [7, 25, 60, 61, 5000]) {
      const sizes: number[] = [];
      const seen: string[] = [];
      for await (const rows of (await getAnalyticsCsv(ctx, query, most)).parts) {
        sizes.push(rows.length);
        for (const [date, currency, , , spend] of rows) seen.push(`${date} ${currency} ${spend}`);
      }
      expect(Math.max(...sizes)).toBeLessThanOrEqual(most);
      expect(new Set(seen).size).toBe((DAYS - 1) * 4 + 61);
      expect(seen.length).toBe((DAYS - 1) * 4 + 61);
      expect(seen.map((one) => one.slice(0, 10))).toEqual(seen.map((one) => one.slice(0, 10)).sort());
    }
  });

  it('is only for who asks for it, and refusals stay JSON', async () => {
    for (const accept of ['*/*', 'application/json', 'text/html', 'application/json, text/csv;q=0.5'])
      expect([accept, typeof (await ask(GROUPED, accept)).body]).toEqual([accept, 'object']);
    for (const accept of ['text/csv', 'TEXT/CSV; header=present', 'text/csv, */*;q=0.1'])
      expect([accept, typeof (await ask(GROUPED, accept)).body]).toEqual([accept, 'string']);
    const { status, body } = await ask('&group=what');
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect((await ask('', 'text/csv', 'service_sk_wrong')).status).toBe(401);
    // Other routes have no tables.
    const other = await call('GET', '/v1/account', { key: brand.key, headers: { Accept: 'text/csv' } });
    expect(other.headers.get('Content-Type')).toContain('application/json');
  });
});

describe('text as a table', () => {
  const written = async (rows: CsvCell[][], parts = [rows]) =>
    await new Response(
      csvStream({
        columns: ['a', 'b'],
        parts: (async function* () {
          yield* parts;
        })(),
      }),
    ).text();

  it('quotes what needs it, and no spreadsheet runs a text', async () => {
    const formulas = ['=1+1', '+1', '-1', '@x', '\tx', '\rx', '=a\nb'];
    const text = await written([...formulas.map((one) => [one, -1.5]), ['a "b", c', null], ['é\r\nü', true]]);
    expect(recordsOf(text)).toEqual([
      ...formulas.map((one) => ({ a: `'${one}`, b: -1.5 })),
      { a: 'a "b", c', b: null },
      { a: 'é\r\nü', b: true },
    ]);
  });

  it('skips empty parts, and is cut where a part fails', async () => {
    expect(await written([], [[], [['1', 2]], []])).toBe('a,b\r\n1,2\r\n');
    const stream = csvStream({
      columns: ['a'],
      parts: (async function* () {
        yield [['1']];
        throw new Error('no more');
      })(),
    });
    await expect(new Response(stream).text()).rejects.toThrow('no more');
  });

  it('reads no further once its reader has gone', async () => {
    let read = 0;
    let ended = false;
    const stream = csvStream({
      columns: ['a'],
      parts: (async function* () {
        try {
          for (;;) {
            read += 1;
            yield [['1']];
          }
        } finally {
          ended = true;
        }
      })(),
    });
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    await reader.cancel();
    expect(ended).toBe(true);
    expect(read).toBeLessThanOrEqual(3);
  });
});
