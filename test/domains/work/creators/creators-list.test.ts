import { beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../../../src/db/merged-list.ts';
import {
  CREATOR_STATUSES,
  type CreatorStatus,
} from '../../../../src/domains/work/creator-consent/creator.ts';
import {
  type CreatorFilter,
  creatorListIds,
} from '../../../../src/domains/work/creator-consent/find-store.ts';
import * as clock from '../../../harness/clock.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

const list = async (key: string, query = '') => await call('GET', `/v1/creators${query}`, { key });
const names = async (key: string, query: string) =>
  (await list(key, query)).body.data.map((one: { name: string }) => one.name);

describe('GET /v1/creators', () => {
  it('lists the roster newest first, removed ones only when asked, page by page', async () => {
    const partner = await mintAccount('partner');
    const other = await mintAccount();
    await mintCreator(other.key, { name: 'Stranger' });
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) ids.unshift((await mintCreator(partner.key, { name: `C${i}` })).id);
    const set = (index: number, status: string) =>
      call('PATCH', `/v1/creators/${ids[index]}`, { key: partner.key, body: { status } });
    await set(1, 'paused');
    await set(2, 'removed');
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(partner.key, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.body.data.map((one: { id: string }) => one.id));
      cursor = page.body.nextCursor;
    } while (cursor);
    expect(seen).toEqual([ids[0], ids[1], ids[3], ids[4], ids[5]]);
    expect(await names(partner.key, '?status=removed')).toEqual(['C3']);
    expect(await names(partner.key, '?status=paused,removed')).toEqual(['C4', 'C3']);
    const first = await list(partner.key, '?limit=2');
    expect((await list(partner.key, `?limit=2&status=live&cursor=${first.body.nextCursor}`)).status).toBe(
      400,
    );
    expect((await list(other.key, `?limit=2&cursor=${first.body.nextCursor}`)).status).toBe(400);
  });

  it('filters by relationship and visibility, and refuses what it does not know', async () => {
    const partner = await mintAccount('partner');
    const brand = await mintAccount('brand', { managedBy: partner.id });
    const linked = await mintCreator(partner.key, { name: 'Linked', visibility: 'network' });
    await call('PATCH', `/v1/creators/${linked.id}`, { key: partner.key, body: { brands: [brand.id] } });
    await mintCreator(brand.key, { name: 'Own' });
    expect(await names(brand.key, '?relationship=represented')).toEqual(['Linked']);
    expect(await names(brand.key, '?relationship=direct')).toEqual(['Own']);
    expect(await names(brand.key, '?visibility=private')).toEqual(['Own']);
    expect(await names(brand.key, '?visibility=network&status=live')).toEqual(['Linked']);
    expect(await names(brand.key, '?visibility=network&relationship=direct')).toEqual([]);
    for (const query of [
      '?status=gone',
      '?relationship=x',
      '?visibility=x',
      '?program=x',
      '?name=x',
      '?q=',
      '?limit=0',
    ]) {
      expect((await list(brand.key, query)).status).toBe(400);
    }
  });

  it('finds by the beginnings of words of name, handle and email, without accents and case', async () => {
    const brand = await mintAccount();
    const other = await mintAccount();
    const made = await mintCreator(brand.key, {
      name: "Zoë O'Neil-Márquez",
      email: `z.marq+tips@shop${clock.now()}.example`,
    });
    await call('PATCH', `/v1/creators/${made.id}`, { key: brand.key, body: { handle: 'the.real_zoe' } });
    await mintCreator(brand.key, { name: 'Zora' });
    const one = [made.name];
    for (const q of [
      'zoe',
      'ZOË',
      "o'neil",
      'neil',
      'marquez zo',
      'zo marq',
      '@the.real',
      'real_zoe',
      'real',
      'z.marq+',
      'tips',
      'shop1',
      made.email,
    ]) {
      expect([q, await names(brand.key, `?q=${encodeURIComponent(q)}`)]).toEqual([q, one]);
    }
    expect(await names(brand.key, '?q=zo')).toEqual(['Zora', made.name]);
    expect(await names(brand.key, '?q=zo&limit=1')).toEqual(['Zora']);
    // Special characters are searched for literally.
    expect(await names(brand.key, '?q=_')).toEqual(one);
    const sale = await mintCreator(brand.key, { name: 'Sale 50% off' });
    expect(await names(brand.key, '?q=%25')).toEqual([sale.name]);
    expect(await names(brand.key, '?q=50%25')).toEqual([sale.name]);
    for (const q of ['oe', 'zoe zora', '@', '%%', '_z%', '*']) {
      expect([q, await names(brand.key, `?q=${encodeURIComponent(q)}`)]).toEqual([q, []]);
    }
    expect(await names(other.key, '?q=zoe')).toEqual([]);
    // The search words follow the name, and filters still apply.
    await call('PATCH', `/v1/creators/${made.id}`, {
      key: brand.key,
      body: { name: 'Yara', status: 'paused' },
    });
    expect(await names(brand.key, '?q=marquez')).toEqual([]);
    expect(await names(brand.key, '?q=yara')).toEqual(['Yara']);
    expect(await names(brand.key, '?q=yara&status=live')).toEqual([]);
    expect(await names(brand.key, '?q=yara&status=paused')).toEqual(['Yara']);
  });

  it('works out stats, tier and submissions from the records', async () => {
    const [brand, other] = [await mintAccount(), await mintAccount()];
    const creator = await mintCreator(brand.key);
    const [mine, theirs] = [
      (await mintProgram(brand.key, { name: 'P' })).id,
      (await mintProgram(other.key)).id,
    ];
    const addSubmissions = (account: string, programId: string, status: string, count: number) =>
      testEnv.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?5)
        INSERT INTO submissions (id, account_id, program_id, application_id, creator_id, status, platform, duration_ms, version, created_at, updated_at)
        SELECT 'sub_' || lower(hex(randomblob(13))), ?1, ?2, 'appl_x', ?3, ?4, 'tiktok', 1500, 1, 1000, 1000 FROM n`,
      )
        .bind(account, programId, creator.id, status, count)
        .run();
    await addSubmissions(brand.id, mine, 'approved', 2);
    await addSubmissions(other.id, theirs, 'live', 9);
    await addSubmissions(brand.id, mine, 'rejected', 1);
    await addSubmissions(brand.id, mine, 'review', 3);
    await addSubmissions(brand.id, mine, 'revision', 1);
    await testEnv.DB.prepare(
      `INSERT INTO creator_days (creator_id, account_id, day, currency, spend, installs, approved_submissions)
      VALUES (?1, ?2, ?3, 'eur', 500, 7, 1), (?1, ?2, ?3, 'usd', 0, 0, 1), (?1, ?4, ?3, 'eur', 900, 2, 0)`,
    )
      .bind(creator.id, brand.id, new Date(clock.now()).toISOString().slice(0, 10), other.id)
      .run();
    const one = (await call('GET', `/v1/creators/${creator.id}`, { key: brand.key })).body.data;
    expect(one.stats).toEqual({ approvedVideos: 11, pendingVideos: 4, approvalRate: 91.67, installs: 9 });
    expect(one.tier).toBe('silver');
    // Approved submissions in two currencies are counted together; amounts are in one currency.
    const [today] = one.performance.days;
    expect(today.approvedSubmissions).toBe(2);
    expect(one.performance).toMatchObject({ currency: 'eur', days: [{ spend: 500 }] });
    expect(one.submissions).toHaveLength(7);
    expect(one.submissions[0]).toMatchObject({ programName: 'P', platform: 'tiktok', duration: 1.5 });
    const listed = (await list(brand.key)).body.data[0];
    expect(listed.stats).toEqual(one.stats);
    expect(listed.submissions).toEqual(one.submissions.slice(0, 3));
    const self = (await call('GET', `/v1/creators/${creator.id}`, { key: brand.key, as: creator.id })).body
      .data;
    expect(self.submissions).toHaveLength(16);
    expect(self.performance.days[0].spend).toBe(1400);
  });
});

describe('a list at 100,000 creators', () => {
  let small: Minted;
  let large: Minted;
  const program = (account: string) => `prog_${account.slice(5)}`;

  async function fill(account: string, count: number): Promise<void> {
    const tag = account.slice(-6);
    // One in a hundred is live; all are in one program.
    const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)`;
    const id = `'crtr_' || substr('00000000000000000000' || i, -20) || ?1`;
    const status = `CASE WHEN i % 100 = 0 THEN 'live' WHEN i % 2 = 0 THEN 'paused' ELSE 'removed' END`;
    await testEnv.DB.batch([
      testEnv.DB.prepare(`${rows} INSERT INTO creators (id, name, visibility, version, created_at, updated_at)
        SELECT ${id}, 'C' || i, 'private', 1, i, i FROM n`).bind(tag, count),
      testEnv.DB.prepare(`${rows} INSERT INTO creator_relationships (id, account_id, creator_id, consent, status, consent_at, relationship, created_at, updated_at)
        SELECT 'rel_' || substr(${id}, 6), ?3, ${id}, 'agreed', ${status}, i, 'direct', i, i FROM n`).bind(
        tag,
        count,
        account,
      ),
      testEnv.DB.prepare(`${rows} INSERT INTO creator_programs (account_id, program_id, status, creator_id)
        SELECT ?3, ?4, ${status}, ${id} FROM n`).bind(tag, count, account, program(account)),
    ]);
  }

  beforeAll(async () => {
    [small, large] = [await mintAccount(), await mintAccount()];
    await fill(small.id, 5_000);
    await fill(large.id, 100_000);
  }, 120_000);

  const filter = (more: Partial<CreatorFilter>): CreatorFilter => ({
    terms: null,
    statuses: CREATOR_STATUSES,
    program: undefined,
    relationship: undefined,
    visibility: undefined,
    marketplace: false,
    limit: 25,
    range: { after: null, before: null },
    ...more,
  });

  const cases: [string, (account: string) => Partial<CreatorFilter>][] = [
    ['all', () => ({})],
    ['one rare status', () => ({ statuses: ['live'] as CreatorStatus[] })],
    ['two statuses, one of them empty', () => ({ statuses: ['live', 'review'] as CreatorStatus[] })],
    ['a program', (account) => ({ program: program(account) })],
    [
      'a program and a status',
      (account) => ({ program: program(account), statuses: ['live'] as CreatorStatus[] }),
    ],
    ['a relationship', () => ({ relationship: 'direct' as const })],
    ['the marketplace', () => ({ marketplace: true, visibility: 'network' as const })],
  ];

  it.each(cases)('reads as many rows as at 5,000: %s', async (_, make) => {
    const read = async (account: string) => {
      const query = built(creatorListIds(account, filter(make(account))));
      const result = await testEnv.DB.prepare(query.sql)
        .bind(...query.params)
        .all();
      return { rows: result.results.length, read: result.meta.rows_read };
    };
    const [few, many] = [await read(small.id), await read(large.id)];
    expect(many.rows).toBe(few.rows);
    expect(many.read).toBeLessThanOrEqual(few.read + 5);
    expect(many.read).toBeLessThan(400);
  });

  it.each(cases)('walks an index in order, without scanning or sorting a table: %s', async (_, make) => {
    const query = built(creatorListIds(large.id, filter(make(large.id))));
    const plan = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${query.sql}`)
      .bind(...query.params)
      .all<{ detail: string }>();
    const details = plan.results.map((row) => row.detail);
    expect(details.filter((line) => /^SCAN (creators|creator_)/.test(line))).toEqual([]);
    // At most a page for each status is sorted, because the index ranges are in order already.
    expect(
      details.filter((line) =>
        /^SEARCH (creators|creator_\w+) USING (COVERING )?(INDEX|PRIMARY KEY)/.test(line),
      ).length,
    ).toBeGreaterThan(0);
  });

  it('answers a page through the API', async () => {
    const page = await list(large.key, `?status=live&program=${program(large.id)}&limit=100`);
    expect(page.status).toBe(200);
    expect(page.body.data).toHaveLength(100);
    expect(new Set(page.body.data.map((one: { status: string }) => one.status))).toEqual(new Set(['live']));
  });
});
