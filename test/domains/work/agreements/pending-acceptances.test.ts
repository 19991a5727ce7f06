// The creators who have not accepted an agreement, as its account lists them.
import { beforeAll, expect, it } from 'vitest';
import type { Ctx, SystemCtx } from '../../../../src/context.ts';
import { built } from '../../../../src/db/merged-list.ts';
import { MOST_LOOKED_AT, pendingIds } from '../../../../src/domains/work/agreements/pending-store.ts';
import { takeOver } from '../../../../src/domains/work/claims/take-over.ts';
import { verifyAddress } from '../../../../src/domains/work/claims/verify-address.ts';
import { updateRelationship } from '../../../../src/domains/work/relationships/update-relationship.ts';
import * as clock from '../../../harness/clock.ts';
import { mintAgreement, mintCreator, mintFile, verbCtx } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const NOBODY = { ip: null, userAgent: null };

const list = (key: string, id: string, query = '') =>
  call('GET', `/v1/agreements/${id}/pending-acceptances${query}`, { key });
const creatorsIn = (answer: { body: { data: { creator: string }[] } }) =>
  answer.body.data.map((one) => one.creator);
const counts = async (key: string, id: string) => {
  const { acceptedCount, pendingCount } = (await call('GET', `/v1/agreements/${id}`, { key })).body.data;
  return { acceptedCount, pendingCount };
};
/** Who is listed, which is always as many as the agreement counts. */
async function pendingOf(key: string, id: string): Promise<string[]> {
  const answer = await list(key, id, '?limit=100');
  expect([answer.status, answer.body.nextCursor]).toEqual([200, null]);
  expect((await counts(key, id)).pendingCount).toBe(answer.body.data.length);
  return creatorsIn(answer);
}

let brand: Minted;
let partner: Minted;
beforeAll(async () => {
  [brand, partner] = [await mintAccount(), await mintAccount('partner')];
});

const onOffer = () => mintCreator(partner.key, { visibility: 'network' });
const invite = async (program: string, creator: string) =>
  (await call('POST', '/v1/applications', { key: brand.key, body: { program, creator } })).body.data.id;
const accept = (application: string, creator: string) =>
  call('PATCH', `/v1/applications/${application}`, {
    key: partner.key,
    as: creator,
    body: { status: 'approved' },
  });
const liveProgram = async (agreements: string[]): Promise<string> =>
  (await mintProgram(brand.key, { status: 'live', visibility: 'network', agreements })).id;

it('is the record that the creator itself lists', async () => {
  const id = await mintAgreement(brand.id, { applicability: ['retainer'] });
  const [named, plain] = [await liveProgram([id]), await liveProgram([])];
  const [applicant, retained, other] = [await onOffer(), await onOffer(), await onOffer()];
  await invite(named, applicant.id);
  // A program that does not name the agreement asks for nothing.
  await invite(plain, other.id);
  await invite(plain, retained.id);
  const offered = await call('POST', '/v1/retainers', {
    key: brand.key,
    body: { creator: retained.id, pay: { base: 10_000 } },
  });
  expect(offered.status, JSON.stringify(offered.body)).toBe(201);
  const listed = await list(brand.key, id);
  expect(listed.body.data).toMatchObject([
    { creator: retained.id, status: 'pending', context: 'retainer', program: null, document: null },
    { creator: applicant.id, context: 'program_application', program: named, retainer: null },
  ]);
  expect(listed.body.data[0].retainer).toBe(offered.body.data.id);
  for (const one of listed.body.data) {
    const own = await call('GET', `/v1/agreements/acceptances?status=pending&agreement=${id}`, {
      key: partner.key,
      as: one.creator,
    });
    expect(own.body.data).toEqual([one]);
    expect(one.agreement).toBe(id);
    // The account lists the same of one creator; another account nothing.
    const path = `/v1/agreements/acceptances?status=pending&creator=${one.creator}`;
    expect((await call('GET', path, { key: brand.key })).body.data).toEqual([one]);
    const elsewhere = await call('GET', path, { key: (await mintAccount()).key });
    expect([elsewhere.status, elsewhere.body.data]).toEqual([200, []]);
  }
});

it('follows what is accepted, a new version, the end of a relationship and the archive', async () => {
  const id = await mintAgreement(brand.id);
  const program = await liveProgram([id]);
  const [first, second] = [await onOffer(), await onOffer()];
  const [one, two] = [await invite(program, first.id), await invite(program, second.id)];
  expect(await pendingOf(brand.key, id)).toEqual([second.id, first.id]);
  await accept(one, first.id);
  await accept(two, second.id);
  expect(await pendingOf(brand.key, id)).toEqual([]);
  expect(await counts(brand.key, id)).toEqual({ acceptedCount: 2, pendingCount: 0 });
  const file = await mintFile(brand.id, 'agreement');
  await call('POST', `/v1/agreements/${id}/versions`, { key: brand.key, body: { file, title: 'Terms 2' } });
  expect(await pendingOf(brand.key, id)).toEqual([second.id, first.id]);
  await call('PATCH', `/v1/creators/${second.id}`, { key: brand.key, body: { status: 'paused' } });
  expect(await pendingOf(brand.key, id)).toEqual([second.id, first.id]);
  await call('PATCH', `/v1/creators/${second.id}`, { key: brand.key, body: { status: 'removed' } });
  expect(await pendingOf(brand.key, id)).toEqual([first.id]);
  await call('PATCH', `/v1/programs/${program}`, { key: brand.key, body: { agreements: [] } });
  expect(await pendingOf(brand.key, id)).toEqual([]);
  const body = { applicability: ['creator_relationship'] };
  await call('PATCH', `/v1/agreements/${id}`, { key: brand.key, body });
  expect(await pendingOf(brand.key, id)).toContain(first.id);
  expect(await pendingOf(brand.key, id)).not.toContain(second.id);
  await call('PATCH', `/v1/agreements/${id}`, { key: brand.key, body: { status: 'archived' } });
  expect(await pendingOf(brand.key, id)).toEqual([]);
});

it('is for the account alone, and names nobody whom the account may not know', async () => {
  const id = await mintAgreement(brand.id);
  const program = await liveProgram([id]);
  const person = await mintCreator(partner.key, { name: 'Marker Person' });
  const user = `user_${'7'.repeat(26)}`;
  const commit = async <C extends SystemCtx>(ctx: C, verb: (ctx: C) => Promise<unknown>) => {
    await verb(ctx);
    await ctx.write.commit();
  };
  await commit(systemCtx(), (ctx) => verifyAddress(ctx, user, person.email));
  await commit(systemCtx(), (ctx) => takeOver(ctx, user, person.id));
  const added = await call('POST', '/v1/creators', { key: brand.key, body: { email: person.email } });
  expect(added.body.data).toMatchObject({ id: person.id, status: 'invited' });
  await invite(program, person.id);
  const before = await list(brand.key, id);
  expect(creatorsIn(before)).toEqual([person.id]);
  expect(JSON.stringify(before.body)).not.toContain('Marker');
  expect(before.body.data[0].creatorName).toBe(added.body.data.name);
  const relationship = await testEnv.DB.prepare(
    'SELECT id FROM creator_relationships WHERE account_id = ? AND creator_id = ?',
  )
    .bind(brand.id, person.id)
    .first<{ id: string }>();
  const asPerson = verbCtx(partner, { creator: person.id });
  await commit<Ctx>(asPerson, (ctx) =>
    updateRelationship(ctx, relationship!.id, { status: 'agreed' }, NOBODY),
  );
  expect((await list(brand.key, id)).body.data[0].creatorName).toBe('Marker Person');
  const missing = `agr_${'0'.repeat(26)}`;
  const refusals = [
    await list(partner.key, id),
    await list(brand.key, missing),
    await list(brand.key, missing, '?cursor=x'),
    await list(brand.key, id, '?cursor=x'),
    await call('GET', `/v1/agreements/${id}/pending-acceptances`, { key: partner.key, as: person.id }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 400, 403]);
});

it('like what was accepted, names an applicant only while the account may know the name', async () => {
  const id = await mintAgreement(brand.id);
  const program = await liveProgram([id]);
  const applicant = await mintCreator(partner.key, { name: 'Marker Applicant' });
  const as = { key: partner.key, as: applicant.id as string };
  const applied = await call('POST', '/v1/applications', {
    ...as,
    body: { program, acceptAgreements: true },
  });
  const named = async () => {
    const accepted = await call('GET', `/v1/agreements/acceptances?agreement=${id}`, { key: brand.key });
    const creator = await call('GET', `/v1/creators/${applicant.id}`, { key: brand.key });
    expect(accepted.body.data.map((one: { creatorName: string }) => one.creatorName)).toEqual([
      creator.body.data.name,
    ]);
    return creator.body.data.name;
  };
  expect(await named()).toBe('Marker Applicant');
  const body = { status: 'withdrawn' };
  await call('PATCH', `/v1/applications/${applied.body.data.id}`, { ...as, body });
  expect(await named()).not.toContain('Marker');
});

it('has pages and bounds in time, whose cursors fit no other agreement', async () => {
  const owner = await mintAccount('partner');
  const [id, other] = [
    await mintAgreement(owner.id, { applicability: ['creator_relationship'] }),
    await mintAgreement(owner.id, { applicability: ['creator_relationship'] }),
  ];
  const made: string[] = [];
  for (let n = 0; n < 3; n++) made.unshift((await mintCreator(owner.key)).id);
  const first = await list(owner.key, id, '?limit=2');
  expect(creatorsIn(first)).toEqual(made.slice(0, 2));
  const next = await list(owner.key, id, `?limit=2&cursor=${first.body.nextCursor}`);
  expect([creatorsIn(next), next.body.nextCursor]).toEqual([made.slice(2), null]);
  expect((await list(owner.key, other, `?cursor=${first.body.nextCursor}`)).status).toBe(400);
  const at = first.body.data[0].createdAt;
  const since = async (bound: string) => creatorsIn(await list(owner.key, id, `?${bound}=${at}`));
  const times = [...first.body.data, ...next.body.data].map((one) => [one.creator, one.createdAt]);
  expect(await since('createdBefore')).toEqual(times.filter(([, t]) => t < at).map(([c]) => c));
  expect(await since('createdAfter')).toEqual(times.filter(([, t]) => t > at).map(([c]) => c));
});

it('looks at a bounded part of a huge roster with each page, on its index', async () => {
  const owner = await mintAccount('partner');
  const id = await mintAgreement(owner.id, { applicability: ['creator_relationship'] });
  const asked = (await mintCreator(owner.key)).id;
  await testEnv.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
    INSERT INTO creator_relationships (account_id, creator_id, id, consent, status, relationship, consent_at,
      created_at, updated_at)
    SELECT ?1, 'crtr_z' || printf('%025d', i), 'rel_z' || printf('%025d', i), 'ended', 'removed', 'direct', 1, 1, 1 FROM n`,
  )
    .bind(owner.id, MOST_LOOKED_AT)
    .run();
  const first = await list(owner.key, id);
  expect(first.body.data).toEqual([]);
  const next = await list(owner.key, id, `?cursor=${first.body.nextCursor}`);
  expect([creatorsIn(next), next.body.nextCursor]).toEqual([[asked], null]);
  const filter = { behind: asked, after: null, before: clock.now(), limit: 25 };
  const query = built(pendingIds(owner.id, id, filter));
  const plan = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${query.sql}`)
    .bind(...query.params)
    .all<{ detail: string }>();
  const details = plan.results.map((row) => row.detail);
  expect(
    details.filter((line) => /^SCAN (r|f|a|p|o|g|x|agreements|agreement_versions)\b/.test(line)),
  ).toEqual([]);
  expect(details.filter((line) => line.startsWith('SEARCH r '))[0]).toMatch(
    /USING INDEX \S+ \(account_id=\? AND creator_id>\? AND creator_id<\?\)/,
  );
});
