// Query parameters and paging, on every route of the registry.

import { beforeAll, describe, expect, it } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../src/kit/crypto.ts';
import { CURRENCIES } from '../../src/kit/currencies.ts';
import { isCurrency } from '../../src/kit/iso-4217.ts';
import * as clock from '../harness/clock.ts';
import { portion } from '../harness/vitest/portion.ts';
import { call, mintAccount } from '../harness/world.ts';
import {
  BODIES,
  keyRoutes,
  LISTS,
  lists,
  mintCallerOf,
  mintOwner,
  type Owner,
  pathOf,
  REFERENCE_LISTS,
  titled,
} from './support/samples.ts';
import { share } from './support/share.ts';

/** A key may call more often than this in the time that it takes. */
const CALLS_A_KEY = 100;
let asked = 0;
let partner: Owner;

describe.each(titled(portion(keyRoutes, 4)))('$title', ({ route }) => {
  it('refuses an unknown query parameter with 400', async () => {
    if (asked++ % CALLS_A_KEY === 0) partner = await mintAccount('partner');
    const path = pathOf(route);
    const answer = await call(route.method, `${path}${path.includes('?') ? '&' : '?'}colour=red`, {
      key: route.path.startsWith('/ads/') ? (await mintCallerOf(route)).key : partner.key,
      ...(route.body ? { body: BODIES[route.operationId] ?? {} } : {}),
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  });
});

/** How many records a list has at first. */
const RECORDS = 5;

/** The lists that can be filled, each on another day. */
const filled = portion(
  lists.filter((route) => LISTS[route.path]),
  2,
);

describe.each(titled(filled))('$title', ({ route }) => {
  const list = (key: string, query: string) =>
    call('GET', `${pathOf(route)}${pathOf(route).includes('?') ? '&' : '?'}${query}`, { key });

  /** One account has all records, since making them takes most of the time; the other has none. */
  let owner: Owner;
  let other: Owner;
  let from: string;

  beforeAll(async () => {
    [owner, other] = [await mintOwner(), await mintOwner()];
    from = new Date(clock.now() - 1000).toISOString();
    for (let i = 0; i < RECORDS; i++) await LISTS[route.path]!(owner);
  });

  it('refuses a bad limit, cursor or time with 400 and says which', async () => {
    const bad = [
      'limit=0',
      'limit=101',
      'limit=abc',
      'limit=-1',
      'limit=1.5',
      'limit=',
      'limit=1&limit=2',
      'cursor=',
      'cursor=nonsense',
      `cursor=${toBase64Url('000000000000 pxl_1')}`,
      `cursor=${'a'.repeat(2000)}`,
      'cursor=%FF%FE',
      'createdAfter=yesterday',
      'createdAfter=2026-13-01T00:00:00Z',
      'createdBefore=1700000000',
    ];
    for (const query of share(bad, filled.indexOf(route))) {
      const answer = await list(owner.key, query);
      expect([query, answer.status, answer.body.error?.code]).toEqual([query, 400, 'invalid_request']);
      expect(answer.body.error.message).toMatch(new RegExp(query.split('=')[0]!));
    }
  });

  it('pages newest first without gaps or repeats, whatever the page size', async () => {
    const whole = await list(owner.key, 'limit=100');
    const ids: string[] = whole.body.data.map((record: { id: string }) => record.id);
    expect(ids.length).toBeGreaterThanOrEqual(RECORDS);
    expect(whole.body.nextCursor).toBeNull();
    expect(ids).toEqual([...ids].sort().reverse());
    for (const limit of [1, 2, ids.length, 25]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list(owner.key, `limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
        expect(page.status).toBe(200);
        expect(page.body.data.length).toBeLessThanOrEqual(limit);
        seen.push(...page.body.data.map((record: { id: string }) => record.id));
        cursor = page.body.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(ids);
    }
    if ((await list(owner.key, 'sort=createdAt&limit=1')).status === 400) return;
    const oldest = await list(owner.key, 'sort=createdAt&limit=2');
    const next = await list(owner.key, `sort=createdAt&limit=100&cursor=${oldest.body.nextCursor}`);
    const all = [...oldest.body.data, ...next.body.data].map((record: { id: string }) => record.id);
    expect(all).toEqual(ids.toReversed());
  });

  it('keeps a page stable while newer records arrive', async () => {
    const before = (await list(owner.key, 'limit=100')).body.data.map((record: { id: string }) => record.id);
    const first = await list(owner.key, 'limit=2');
    await LISTS[route.path]!(owner);
    const second = await list(owner.key, `limit=2&cursor=${first.body.nextCursor}`);
    const seen = [...first.body.data, ...second.body.data].map((record: { id: string }) => record.id);
    expect(seen).toEqual(before.slice(0, 4));
  });

  it("refuses another list's cursor, another filter's and another account's", async () => {
    const { nextCursor } = (await list(owner.key, 'limit=1')).body;
    expect(nextCursor).not.toBeNull();
    const tries = [
      await list(other.key, `limit=1&cursor=${nextCursor}`),
      await list(owner.key, `limit=1&cursor=${nextCursor}&createdBefore=2099-01-01T00:00:00Z`),
    ];
    const elsewhere = lists.find((one) => one !== route && one.access.kind === 'key');
    if (elsewhere) {
      tries.push(await call('GET', `${pathOf(elsewhere)}?limit=1&cursor=${nextCursor}`, { key: owner.key }));
    }
    const text = String(nextCursor);
    for (const at of [0, text.length >> 1, text.length - 1]) {
      const damaged = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
      tries.push(await list(owner.key, `limit=1&cursor=${damaged}`));
    }
    // Made like our cursors, except for the place, the signature, or the signature's position.
    const [signature = '', place = ''] = fromBase64Url(text).split(' ');
    const moved = `${place.slice(0, -1)}${place.endsWith('0') ? '1' : '0'}`;
    const madeUp = [
      `${signature} ${moved}`,
      `${'0'.repeat(32)} ${place}`,
      ` ${place}`,
      `${place} ${signature}`,
    ];
    for (const odd of [`${text}A`, `${text}=`, text.slice(0, -1), ...madeUp.map(toBase64Url)])
      tries.push(await list(owner.key, `limit=1&cursor=${encodeURIComponent(odd)}`));
    for (const answer of tries) {
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_request']);
    }
    expect((await list(owner.key, `limit=2&cursor=${nextCursor}`)).status).toBe(200);
  });

  it('takes createdAfter and createdBefore as exclusive bounds', async () => {
    const to = new Date(clock.now() + 1000).toISOString();
    const count = async (query: string) => (await list(owner.key, query)).body.data.length;
    const all = await count('limit=100');
    expect(all).toBeGreaterThan(0);
    expect(await count(`createdAfter=${from}&createdBefore=${to}&limit=100`)).toBe(all);
    expect(await count(`createdAfter=${to}`)).toBe(0);
    expect(await count(`createdBefore=${from}`)).toBe(0);
    const newest = (await list(owner.key, 'limit=1')).body.data[0];
    const createdAt: string = newest.createdAt ?? newest.occurredAt;
    expect(await count(`createdAfter=${createdAt}&limit=100`)).toBe(0);
    // The same time with another UTC offset.
    const shifted = `${new Date(Date.parse(createdAt) + 3_600_000).toISOString().slice(0, -1)}%2B01:00`;
    expect(await count(`createdAfter=${shifted}&limit=100`)).toBe(0);
    expect(await count(`createdBefore=${shifted}&limit=100`)).toBeLessThan(all);
  });

  it("never shows another account's records", async () => {
    expect((await list(other.key, 'limit=100')).body.data).toEqual([]);
  });
});

describe('the samples', () => {
  it('have a way to fill every list', () => {
    const records = lists.map((route) => route.path).filter((path) => !REFERENCE_LISTS.includes(path));
    expect(records.filter((path) => !LISTS[path])).toEqual([]);
  });
});

describe('a currency', () => {
  const filtered = keyRoutes.filter(
    (route) => 'currency' in ((route.query as { shape?: object })?.shape ?? {}),
  );

  it.each(titled(filtered))('narrows $title only when it is one in use', async ({ route }) => {
    const { key } = await mintOwner();
    const codes = ['zzz', 'ang', 'bgn', 'hrk', 'xau', 'usn', 'us', '', 'usd', 'XCG'];
    const answers = codes.map((code) => call('GET', `${pathOf(route)}?currency=${code}`, { key }));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual(codes.map((code) => (['usd', 'XCG'].includes(code) ? 200 : 400)));
  });

  it('has lists to narrow', () => {
    expect(filtered.map((route) => route.path).sort()).toEqual([
      '/v1/charges',
      '/v1/payments',
      '/v1/payouts',
    ]);
  });

  it('that a card is charged in is one in use', () => {
    expect([...CURRENCIES.keys()].filter((code) => !isCurrency(code))).toEqual([]);
  });
});
