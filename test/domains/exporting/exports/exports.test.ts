// Exports: what the file holds, who gets it, and what happens when a run dies.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/auth/actor.ts';
import { WriteSet } from '../../../../src/db/write-set.ts';
import { createExport } from '../../../../src/domains/exporting/exports/create-export.ts';
import type { ExportedList } from '../../../../src/domains/exporting/exports/lists.ts';
import { exportRoutes } from '../../../../src/domains/exporting/exports/routes.ts';
import { type Sizes, writeExports } from '../../../../src/domains/exporting/exports/write-exports.ts';
import type { ApiRoute } from '../../../../src/http/define-route.ts';
import { AppError } from '../../../../src/kit/error.ts';
import { DAY_MS, iso, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { follow } from '../../../harness/files.ts';
import { perform, personOf } from '../../../harness/people/person.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const [MAKE, READ] = exportRoutes as unknown as [ApiRoute, ApiRoute];
const SMALL: Sizes = { rowsAPage: 2, rowsAPart: 2, charsAPart: 100_000, partsARun: 1, mostRows: 1_000 };

let brand: Minted;
beforeEach(async () => {
  // A run takes what is due, whoever asked for it.
  await testEnv.DB.prepare('DELETE FROM exports').run();
  brand = await mintAccount();
});

async function product(title: string, more: object = {}, key = brand.key): Promise<string> {
  const answer = await call('POST', '/v1/products', { key, body: { title, ...more } });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.id;
}

const make = (body: unknown, key = brand.key, headers = {}) =>
  call('POST', '/v1/exports', { key, body, headers });
const read = (id: string, key = brand.key) => call('GET', `/v1/exports/${id}`, { key });

/** The rows of the file, each as its fields by column. */
async function rowsOf(url: string): Promise<Record<string, string>[]> {
  const response = await follow(url);
  const bytes = await response.arrayBuffer();
  expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
  const text = new TextDecoder().decode(bytes);
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, n) => [names[n]!, cell])));
}

/** An export of which nothing is written yet. */
async function begun(actor: Actor, list: ExportedList, filters = {}): Promise<string> {
  const write = new WriteSet(testEnv.DB);
  write.afterCommit = () => write;
  const ctx = { ...systemCtx(), write, actor, requestId: 'req_test' };
  const { id } = await createExport(ctx, { list, filters });
  await write.commit();
  return id;
}

const readBy = async (actor: Actor, id: string) => {
  const answer = await perform(actor, READ as never, { params: { id } });
  return (answer as { data: { status: string; rows: number; url: string; truncated: boolean } }).data;
};

const objectsOf = async (id: string) =>
  (await testEnv.FILES.list({ prefix: `exports/${id}/` })).objects.map(({ key }) => key);

describe('an export', () => {
  it('is the whole list as a file for spreadsheets, which a key that only reads may ask for', async () => {
    const { readKey: key } = brand;
    await product('=HYPERLINK("evil")', { price: 1_250, currency: 'usd' });
    await product('Plain, with "quotes"', { price: 900, currency: 'jpy' });
    await product('Ohne Preis — ünïcode');
    const answer = await make({ list: 'products' }, key);
    expect(answer.status).toBe(202);
    expect(answer.body.data).toMatchObject({ status: 'running', rows: 0, url: null, failureMessage: null });
    const { body } = await read(answer.body.data.id, key);
    expect(body.data).toMatchObject({ status: 'ready', rows: 3, truncated: false });
    expect(Date.parse(body.data.expiresAt) - Date.parse(body.data.createdAt)).toBe(7 * DAY_MS);
    expect(Date.parse(body.data.urlExpiresAt) - clock.now()).toBeLessThanOrEqual(10 * MINUTE_MS);
    const response = await follow(body.data.url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="products-${body.data.createdAt.slice(0, 16).replace(':', '')}Z.csv"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(
      await response.arrayBuffer(),
    );
    expect(text.startsWith('\uFEFFid,title,status,price,currency,')).toBe(true);
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[3]).toContain(`"'=HYPERLINK(""evil"")",active,12.5,usd,`);
    expect(lines[2]).toContain('"Plain, with ""quotes""",active,900,jpy,');
    expect(lines[1]).toContain('Ohne Preis — ünïcode,active,,,');
  });

  it('takes the filters of its list, and refuses others as the list does', async () => {
    await product('Early');
    clock.advance(2_000);
    const createdBefore = iso(clock.now() - 1_000);
    const shown = await product('Shown');
    const early = (await make({ list: 'products', filters: { createdBefore } })).body.data.id;
    expect((await rowsOf((await read(early)).body.data.url)).map(({ title }) => title)).toEqual(['Early']);
    const hidden = await product('Hidden');
    await call('PATCH', `/v1/products/${hidden}`, { key: brand.key, body: { status: 'archived' } });
    const { body } = await make({
      list: 'products',
      filters: { status: 'active', sort: 'createdAt', createdAfter: createdBefore },
    });
    const rows = await rowsOf((await read(body.data.id)).body.data.url);
    expect(rows.map(({ id }) => id)).toEqual([shown]);
    const refused = await make({
      list: 'products',
      filters: { status: 'gone', limit: '5', cursor: 'x', color: 'red' },
    });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details.map(({ path }: { path: string }) => path).sort()).toEqual(
      ['color', 'cursor', 'limit', 'status'].map((name) => `/filters/${name}`),
    );
    expect((await make({ list: 'secrets' })).status).toBe(422);
  });

  it('is there for its maker alone, and its link for ten minutes', async () => {
    await product('Mine');
    const id = (await make({ list: 'products' })).body.data.id;
    const stranger = await mintAccount();
    expect((await read(id, stranger.key)).status).toBe(404);
    const owner = await personOf(brand);
    await expect(readBy(owner, id)).rejects.toMatchObject({ code: 'not_found' });
    // Nor does its maker read it while acting elsewhere.
    const own = await begun(owner, 'products');
    await writeExports(systemCtx());
    expect(await readBy(owner, own)).toMatchObject({ status: 'ready' });
    await expect(readBy(await personOf(brand, 'admin'), own)).rejects.toMatchObject({ code: 'not_found' });
    const elsewhere = { ...owner, account: { ...owner.account!, id: stranger.id } };
    await expect(readBy(elsewhere, own)).rejects.toMatchObject({ code: 'not_found' });
    const { url } = (await read(id)).body.data;
    expect((await follow(url)).status).toBe(200);
    expect((await follow(url.replace(/signature=./, 'signature=0'))).status).toBe(404);
    const other = (await make({ list: 'products' })).body.data.id;
    expect((await follow(url.replace(id, other))).status).toBe(404);
    clock.advance(10 * MINUTE_MS);
    expect((await follow(url)).status).toBe(403);
  });

  it('is one at a time, and 20 a day', async () => {
    const owner = await personOf(brand);
    await begun(owner, 'products');
    const second = await make({ list: 'products' });
    expect([second.status, second.body.error.code]).toEqual([409, 'conflict']);
    await writeExports(systemCtx());
    for (let n = 1; n < 20; n++) expect((await make({ list: 'products' })).status).toBe(202);
    const last = await make({ list: 'products' });
    expect([last.status, last.body.error.code]).toEqual([429, 'rate_limited']);
  });

  it('is deleted with its file after seven days', async () => {
    await product('Old');
    const id = (await make({ list: 'products' })).body.data.id;
    expect(await objectsOf(id)).toHaveLength(1);
    await writeExports(systemCtx(clock.now() + 7 * DAY_MS - MINUTE_MS));
    expect(await objectsOf(id)).toHaveLength(1);
    await writeExports(systemCtx(clock.now() + 7 * DAY_MS));
    expect(await objectsOf(id)).toEqual([]);
    expect((await read(id)).status).toBe(404);
  });
});

describe('an export of several parts', () => {
  let owner: Actor;
  let ids: string[];
  beforeEach(async () => {
    owner = await personOf(brand);
    ids = [];
    for (let n = 0; n < 5; n++) ids.unshift(await product(`Product ${n}`));
  });
  const asked = (filters = {}) => begun(owner, 'products', filters);
  const run = (minute: number, sizes = SMALL) => writeExports(systemCtx(clock.now() + minute), sizes);
  const listed = async (id: string) => (await rowsOf((await readBy(owner, id)).url)).map((row) => row.id);

  it('has each row once, in the order of the list, and none that was made after its moment', async () => {
    const id = await asked({ sort: 'createdAt' });
    clock.advance(1_000);
    await run(1);
    await product('Later');
    expect(await readBy(owner, id)).toMatchObject({ status: 'running', rows: 2, url: null });
    await run(2);
    await run(3);
    expect(await readBy(owner, id)).toMatchObject({ status: 'ready', rows: 5, truncated: false });
    expect(await listed(id)).toEqual(ids.toReversed());
  });

  it('ends a part before its last row when its texts are long', async () => {
    const id = await asked();
    const long = { ...SMALL, rowsAPage: 1, rowsAPart: 10 };
    await run(1, { ...long, charsAPart: 1 });
    expect(await readBy(owner, id)).toMatchObject({ status: 'running', rows: 1 });
    await run(2, long);
    expect(await listed(id)).toEqual(ids);
  });

  it('takes a part as it is that was written by a run that died before recording it', async () => {
    const id = await asked();
    await run(1);
    await testEnv.DB.prepare(
      'UPDATE exports SET parts = 0, rows = 0, bytes = 0, cursor = NULL, due_at = 0 WHERE id = ?1',
    )
      .bind(id)
      .run();
    // What was made since belongs to no part again.
    await product('Later');
    for (let minute = 2; minute < 6; minute++) await run(minute);
    expect(await listed(id)).toEqual(ids);
  });

  it('is written by one run at a time', async () => {
    const id = await asked();
    for (let minute = 1; minute < 4; minute++) await Promise.all([run(minute), run(minute), run(minute)]);
    expect(await listed(id)).toEqual(ids);
  });

  it('is not disturbed by a run that was overtaken', async () => {
    const id = await asked();
    const ctx = systemCtx();
    let goOn = () => {};
    const overtaken = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let late = Promise.resolve();
    await new Promise<void>((claimed) => {
      const apiLists = async () => {
        claimed();
        await overtaken;
        return await ctx.reactions.apiLists();
      };
      late = writeExports({ ...ctx, reactions: { ...ctx.reactions, apiLists } }, SMALL);
    });
    for (const minute of [6, 7]) await run(minute * MINUTE_MS);
    const body = { title: 'What the late run reads' };
    await call('PATCH', `/v1/products/${ids[0]}`, { key: brand.key, body });
    goOn();
    await late;
    expect(await readBy(owner, id)).toMatchObject({ rows: 4 });
    await run(8 * MINUTE_MS);
    expect(await listed(id)).toEqual(ids);
  });

  it('ends with its most rows, and says that there were more', async () => {
    const id = await asked();
    for (let minute = 1; minute < 4; minute++) await run(minute, { ...SMALL, mostRows: 3 });
    expect(await readBy(owner, id)).toMatchObject({ status: 'ready', rows: 3, truncated: true });
    expect(await listed(id)).toEqual(ids.slice(0, 3));
  });

  it('waits its turn: the one that waited longest is next', async () => {
    const other = await mintAccount();
    const theirs = await personOf(other);
    for (let n = 0; n < 3; n++) await product(`Theirs ${n}`, {}, other.key);
    const mine = await asked();
    const later = await begun(theirs, 'products');
    await run(1);
    await run(2);
    expect(await readBy(owner, mine)).toMatchObject({ rows: 2 });
    expect(await readBy(theirs, later)).toMatchObject({ rows: 2 });
  });

  it('fails when its maker may not read the list any more, and nobody reads what was written', async () => {
    const id = await asked();
    await run(1);
    await testEnv.DB.prepare('DELETE FROM memberships WHERE person_id = ?1').bind(owner.callerId).run();
    await run(2);
    expect(await readBy(owner, id)).toMatchObject({
      status: 'failed',
      url: null,
      failureMessage: expect.stringContaining('may not read the list any more'),
    });
  });

  it('fails after five runs that could not read it, and lets the next one begin', async () => {
    const id = await asked();
    const broken = { ...systemCtx() };
    const failing = async (minute: number, error = new Error('down')) =>
      writeExports(
        {
          ...broken,
          now: clock.now() + minute * MINUTE_MS,
          reactions: { ...broken.reactions, apiLists: async () => Promise.reject(error) },
        },
        SMALL,
      );
    await failing(1, new AppError('unavailable', 'Later.'));
    for (let minute = 2; minute <= 4; minute++) await failing(minute);
    expect(await readBy(owner, id)).toMatchObject({ status: 'running' });
    await failing(5);
    expect(await readBy(owner, id)).toMatchObject({ status: 'failed' });
    expect((await make({ list: 'products' })).status).toBe(202);
  });

  it('fails as well when five runs died in the middle of a part', async () => {
    const id = await asked();
    await testEnv.DB.prepare('UPDATE exports SET tries = 5 WHERE id = ?1').bind(id).run();
    await run(1);
    expect(await readBy(owner, id)).toMatchObject({ status: 'failed', rows: 0 });
  });
});

describe('money', () => {
  it('is exported by owners and admins alone, and gone from who became a member', async () => {
    const owner = await personOf(brand, 'admin');
    const answer = await perform(owner, MAKE as never, { body: { list: 'payments' } });
    const { id } = (answer as { data: { id: string } }).data;
    expect(await readBy(owner, id)).toMatchObject({ status: 'ready', rows: 0 });
    await expect(readBy({ ...owner, role: 'member' }, id)).rejects.toMatchObject({ code: 'not_found' });
    const member = await personOf(brand, 'member');
    for (const list of ['payments', 'charges', 'transactions', 'payouts'] as const)
      await expect(perform(member, MAKE as never, { body: { list } })).rejects.toMatchObject({
        code: 'permission_denied',
      });
  });

  it('of a person who became a member while it was written is in no file', async () => {
    const admin = await personOf(brand, 'admin');
    const id = await begun(admin, 'payments');
    await testEnv.DB.prepare("UPDATE memberships SET role = 'member' WHERE person_id = ?1")
      .bind(admin.callerId)
      .run();
    await writeExports(systemCtx());
    expect(await readBy(admin, id)).toMatchObject({
      status: 'failed',
      url: null,
      failureMessage: expect.stringContaining('may not read the list any more'),
    });
    expect(await objectsOf(id)).toEqual([]);
  });
});
