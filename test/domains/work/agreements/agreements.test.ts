import { describe, expect, it } from 'vitest';
import { eventsOf, holdsOf, mintCreator, mintFile } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, type Minted, mintAccount } from '../../../harness/world.ts';

const post = (key: string, body: unknown) => call('POST', '/v1/agreements', { key, body });
const patch = (key: string, id: string, body: unknown) =>
  call('PATCH', `/v1/agreements/${id}`, { key, body });
const get = (key: string, id: string) => call('GET', `/v1/agreements/${id}`, { key });
const addVersion = (key: string, id: string, body: unknown) =>
  call('POST', `/v1/agreements/${id}/versions`, { key, body });

async function agreement(brand: Minted, body: Record<string, unknown> = {}) {
  const file = await mintFile(brand.id, 'agreement', { name: 'terms.pdf' });
  const answer = await post(brand.key, { file, title: 'Terms', ...body });
  expect(answer.status).toBe(201);
  return { ...answer.body.data, file };
}

describe('POST /v1/agreements', () => {
  it('makes version 1 of a PDF, with its own facts, and keeps the file from being deleted', async () => {
    const brand = await mintAccount();
    const file = await mintFile(brand.id, 'agreement', { name: 'nda.pdf', sha256: 'ab'.repeat(32) });
    const made = await post(brand.key, { file, title: ' NDA ', description: 'Secrets' });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      title: 'NDA',
      description: 'Secrets',
      status: 'active',
      applicability: [],
      latestVersion: {
        version: 1,
        file,
        fileName: 'nda.pdf',
        size: 1234,
        sha256: 'ab'.repeat(32),
        applicability: [],
      },
      acceptedCount: 0,
      pendingCount: 0,
      version: 1,
    });
    expect(made.body.data.latestVersion.url).toMatch(
      new RegExp(`^https://service.test/files/${file}\\?expires=`),
    );
    expect(await holdsOf(file)).toBe(1);
    const other = await mintAccount();
    expect((await get(other.key, made.body.data.id)).status).toBe(404);
  });

  it('takes only a ready PDF of the account that was uploaded for it', async () => {
    const [brand, other] = [await mintAccount(), await mintAccount()];
    const cases: [string, string][] = [
      [await mintFile(other.id, 'agreement'), 'file_not_found'],
      [`file_${'z'.repeat(26)}`, 'file_not_found'],
      [await mintFile(brand.id, 'submission'), 'file_wrong_purpose'],
      [await mintFile(brand.id, 'agreement', { status: 'processing' }), 'file_not_ready'],
      [await mintFile(brand.id, 'agreement', { status: 'failed' }), 'file_failed'],
    ];
    for (const [file, reason] of cases) {
      const answer = await post(brand.key, { file, title: 'x' });
      expect([answer.status, answer.body.error.details.reason]).toEqual([422, reason]);
    }
  });

  it.each([
    [{ title: 'x' }, '/file'],
    [{ file: 'nope', title: 'x' }, '/file'],
    [{ file: `file_${'1'.repeat(26)}` }, '/title'],
    [{ file: `file_${'1'.repeat(26)}`, title: 'x'.repeat(161) }, '/title'],
    [{ file: `file_${'1'.repeat(26)}`, title: 'x', description: 'x'.repeat(2001) }, '/description'],
    [{ file: `file_${'1'.repeat(26)}`, title: 'x', applicability: ['always'] }, '/applicability/0'],
  ])('refuses %j', async (body, path) => {
    const brand = await mintAccount();
    const answer = await post(brand.key, body);
    expect([answer.status, answer.body.error.details[0].path]).toEqual([422, path]);
  });
});

describe('versions', () => {
  it('are numbered, newest first, and each keeps its own document', async () => {
    const brand = await mintAccount();
    const { id } = await agreement(brand, { applicability: ['retainer'], description: 'What holds.' });
    const second = await mintFile(brand.id, 'agreement', { name: 'v2.pdf', sha256: 'd'.repeat(64) });
    const made = await addVersion(brand.key, id, { file: second, title: 'Terms 2', version: 1 });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      agreement: id,
      version: 2,
      file: second,
      sha256: 'd'.repeat(64),
      applicability: ['retainer'],
    });
    // Fields that a new version leaves out stay the same.
    expect((await get(brand.key, id)).body.data).toMatchObject({
      title: 'Terms 2',
      description: 'What holds.',
      latestVersion: { version: 2 },
      applicability: ['retainer'],
      version: 2,
    });
    const stale = await addVersion(brand.key, id, { file: second, title: 'Terms 3', version: 1 });
    expect(stale.body.error.code).toBe('version_conflict');
    const list = async (query: string) => {
      const page = await call('GET', `/v1/agreements/${id}/versions${query}`, { key: brand.key });
      return {
        numbers: page.body.data.map((one: { version: number }) => one.version),
        next: page.body.nextCursor,
      };
    };
    expect((await list('')).numbers).toEqual([2, 1]);
    const first = await list('?limit=1');
    expect(first.numbers).toEqual([2]);
    expect(await list(`?limit=1&cursor=${first.next}`)).toEqual({ numbers: [1], next: null });
    expect((await list('?createdBefore=2001-01-01T00:00:00Z')).numbers).toEqual([]);
    const one = await call('GET', `/v1/agreements/${id}/versions/1`, { key: brand.key });
    expect(one.body.data).toMatchObject({ version: 1, fileName: 'terms.pdf', applicability: ['retainer'] });
    for (const number of ['0', '3', '01', 'x', '1e0']) {
      expect((await call('GET', `/v1/agreements/${id}/versions/${number}`, { key: brand.key })).status).toBe(
        404,
      );
    }
  });

  it('come one at a time', async () => {
    const brand = await mintAccount();
    const { id, file } = await agreement(brand);
    const answers = await Promise.all(
      [1, 2, 3].map((n) => addVersion(brand.key, id, { file, title: `T${n}` })),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses[0]).toBe(201);
    const won = statuses.filter((status) => status === 201).length;
    expect((await get(brand.key, id)).body.data.latestVersion.version).toBe(1 + won);
  });
});

describe('a new version', () => {
  async function working() {
    const [brand, partner] = [await mintAccount(), await mintAccount('partner')];
    const terms = await agreement(brand);
    const creator = await mintCreator(partner.key, { visibility: 'network' });
    const program = async (agreements: string[]) =>
      (await mintProgram(brand.key, { status: 'live', visibility: 'network', agreements })).id as string;
    const invite = async (id: string) =>
      (await call('POST', '/v1/applications', { key: brand.key, body: { program: id, creator: creator.id } }))
        .body.data;
    const accept = (id: string, version?: number) =>
      call('PATCH', `/v1/applications/${id}`, {
        key: partner.key,
        as: creator.id,
        body: { status: 'approved', ...(version === undefined ? {} : { version }) },
      });
    const read = async (id: string) =>
      (await call('GET', `/v1/applications/${id}`, { key: brand.key })).body.data;
    return { brand, partner, terms, creator, program, invite, accept, read };
  }

  it('makes acceptances on their way stale, is asked for again, and both stay on record', async () => {
    const w = await working();
    const id = (await w.invite(await w.program([w.terms.id]))).id;
    const before = await w.read(id);
    expect((await get(w.brand.key, w.terms.id)).body.data).toMatchObject({
      acceptedCount: 0,
      pendingCount: 1,
    });
    const file = await mintFile(w.brand.id, 'agreement');
    await addVersion(w.brand.key, w.terms.id, { file, title: 'Terms 2' });
    expect((await w.accept(id, before.version)).body.error.code).toBe('version_conflict');
    const now = await w.read(id);
    expect((await w.accept(id, now.version)).body.data).toMatchObject({
      status: 'approved',
      agreementsRequired: false,
    });
    expect((await get(w.brand.key, w.terms.id)).body.data).toMatchObject({
      acceptedCount: 1,
      pendingCount: 0,
    });
    // With a third version, existing submissions continue and new ones have to wait.
    await addVersion(w.brand.key, w.terms.id, { file, title: 'Terms 3' });
    expect(await w.read(id)).toMatchObject({ status: 'approved', agreementsRequired: true });
    expect((await get(w.brand.key, w.terms.id)).body.data).toMatchObject({
      acceptedCount: 0,
      pendingCount: 1,
    });
    expect((await w.accept(id)).body.data).toMatchObject({ status: 'approved', agreementsRequired: false });
    expect((await w.accept(id)).status).toBe(409);
    const kept = await call('GET', `/v1/agreements/acceptances?agreement=${w.terms.id}`, {
      key: w.brand.key,
    });
    expect(
      kept.body.data.map((one: { title: string; document: { version: number } }) => [
        one.title,
        one.document.version,
      ]),
    ).toEqual([
      ['Terms 3', 3],
      ['Terms 2', 2],
    ]);
    const types = (await eventsOf(w.brand.id)).map((event) => event.type);
    expect(types).toEqual([
      'application.invited',
      'agreement.accepted',
      'application.approved',
      'agreement.accepted',
    ]);
    expect((await eventsOf(w.brand.id))[1]!.data).toEqual({ creator: w.creator.id, program: now.program });
  });

  it('is accepted once for all programs that ask for it', async () => {
    const w = await working();
    const first = await w.invite(await w.program([w.terms.id]));
    const second = await w.invite(await w.program([w.terms.id]));
    expect((await w.read(second.id)).agreementsRequired).toBe(true);
    const pending = await call('GET', '/v1/agreements/acceptances?status=pending', {
      key: w.partner.key,
      as: w.creator.id,
    });
    expect(pending.body.data).toHaveLength(1);
    const again = await call('GET', '/v1/agreements/acceptances?status=pending', {
      key: w.partner.key,
      as: w.creator.id,
    });
    expect(again.body.data).toEqual(pending.body.data);
    await w.accept(first.id);
    expect((await w.read(second.id)).agreementsRequired).toBe(false);
    expect((await w.accept(second.id)).body.data.status).toBe('approved');
    const none = await call('GET', '/v1/agreements/acceptances?status=pending', {
      key: w.partner.key,
      as: w.creator.id,
    });
    expect(none.body.data).toEqual([]);
  });

  it('applies to every program when its applicability says so, and to none once archived', async () => {
    const w = await working();
    const plain = await w.program([]);
    const wide = await agreement(w.brand, { applicability: ['creator_relationship'] });
    const made = await w.invite(plain);
    expect(made).toMatchObject({ status: 'pending', agreementsRequired: true });
    const pending = await call('GET', '/v1/agreements/acceptances?status=pending', {
      key: w.partner.key,
      as: w.creator.id,
    });
    expect(pending.body.data).toMatchObject([{ context: 'creator_relationship', program: null }]);
    expect((await patch(w.brand.key, wide.id, { status: 'archived', version: 1 })).body.data).toMatchObject({
      status: 'archived',
      pendingCount: 0,
    });
    const after = await w.read(made.id);
    expect(after.agreementsRequired).toBe(false);
    expect(after.version).toBeGreaterThan(made.version);
    expect((await w.accept(made.id)).body.data.status).toBe('approved');
    expect((await patch(w.brand.key, wide.id, { applicability: [] })).status).toBe(409);
    const file = await mintFile(w.brand.id, 'agreement');
    expect((await addVersion(w.brand.key, wide.id, { file, title: 'x' })).status).toBe(409);
  });
});

describe('an agreement about the relationship', () => {
  it('asks everybody whom the account works with, before there is any application', async () => {
    const partner = await mintAccount('partner');
    const creator = await mintCreator(partner.key, { name: 'Ada' });
    const { id } = await agreement(partner, { applicability: ['creator_relationship'] });
    expect((await get(partner.key, id)).body.data.pendingCount).toBe(1);
    const asked = await call('GET', '/v1/agreements/acceptances?status=pending', {
      key: partner.key,
      as: creator.id,
    });
    expect(asked.body.data).toMatchObject([
      {
        account: partner.id,
        brandName: (await call('GET', '/v1/account', partner)).body.data.name,
        creatorName: 'Ada',
        context: 'creator_relationship',
        program: null,
        title: 'Terms',
      },
    ]);
  });
});

describe('lists', () => {
  it('show agreements by status, and acceptances to those they are about', async () => {
    const [brand, other] = [await mintAccount(), await mintAccount()];
    const [a, b] = [await agreement(brand), await agreement(brand)];
    await patch(brand.key, a.id, { status: 'archived' });
    const ids = async (query: string, key = brand.key) =>
      (await call('GET', `/v1/agreements${query}`, { key })).body.data.map((one: { id: string }) => one.id);
    expect(await ids('')).toEqual([b.id, a.id]);
    expect(await ids('?status=active')).toEqual([b.id]);
    expect(await ids('?status=archived,active&limit=1')).toEqual([b.id]);
    expect(await ids('', other.key)).toEqual([]);
    const pending = await call('GET', '/v1/agreements/acceptances?status=pending', { key: brand.key });
    expect([pending.status, pending.body.error.code]).toEqual([403, 'permission_denied']);
    expect((await call('GET', '/v1/agreements/acceptances?state=x', { key: brand.key })).status).toBe(400);
    expect((await call('GET', '/v1/agreements/acceptances', { key: other.key })).body.data).toEqual([]);
  });
});
