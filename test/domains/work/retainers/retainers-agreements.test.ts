// Agreements that apply to retainers: the creator accepts them with the retainer, in the version that it has
// read.
import { describe, expect, it } from 'vitest';
import { updateRetainer } from '../../../../src/domains/work/retainers/update-retainer.ts';
import { eventsOf, mintAgreement, mintFile, verbCtx } from '../../../harness/work/creators.ts';
import { change, type Deal, mintOffer, offer, shown } from '../../../harness/work/retainers.ts';
import { mintPair, type Pair } from '../../../harness/work/submissions.ts';
import { call, testEnv } from '../../../harness/world.ts';

const RETAINER = { applicability: ['retainer'] };

const acceptances = async (caller: { key: string; as?: string }, query = '') =>
  (await call('GET', `/v1/agreements/acceptances${query}`, caller)).body.data;
const pending = (pair: Pair) => acceptances(pair.creator, '?status=pending');
const counts = async (pair: Pair, id: string) => {
  const { acceptedCount, pendingCount } = (await call('GET', `/v1/agreements/${id}`, pair.brand)).body.data;
  return { acceptedCount, pendingCount };
};
const edit = async (pair: Pair, id: string, body: unknown) => {
  const answer = await call('PATCH', `/v1/agreements/${id}`, { ...pair.brand, body });
  expect(answer.status).toBe(200);
};
const addVersion = async (pair: Pair, id: string, body: object = RETAINER) => {
  const file = await mintFile(pair.brand.id, 'agreement');
  const answer = await call('POST', `/v1/agreements/${id}/versions`, {
    ...pair.brand,
    body: { file, title: 'Newer terms', ...body },
  });
  expect(answer.status).toBe(201);
};

/** An offer from an account whose agreement applies to retainers. */
async function mintTerms(): Promise<Deal & { terms: string }> {
  const pair = await mintPair();
  const terms = await mintAgreement(pair.brand.id, RETAINER);
  return { ...(await mintOffer({}, pair)), terms };
}

describe('an offer', () => {
  it('shows the creator what it accepts with it, and asks for it among what is pending', async () => {
    const deal = await mintTerms();
    const other = await mintAgreement(deal.pair.brand.id);
    await mintAgreement(deal.pair.brand.id, { ...RETAINER, status: 'archived' });
    expect((await shown(deal)).agreements).toEqual([]);
    expect((await shown(deal, 'creator')).agreements).toMatchObject([
      { agreement: deal.terms, version: 1, title: 'Terms', sha256: 'ab' },
    ]);
    expect(await pending(deal.pair)).toMatchObject([
      {
        status: 'pending',
        account: deal.pair.brand.id,
        creator: deal.pair.creator.as,
        context: 'retainer',
        program: null,
        retainer: deal.id,
        document: null,
        evidence: null,
      },
    ]);
    expect(await counts(deal.pair, deal.terms)).toEqual({ acceptedCount: 0, pendingCount: 1 });
    expect(await counts(deal.pair, other)).toEqual({ acceptedCount: 0, pendingCount: 0 });
    await change(deal, 'creator', { status: 'rejected' });
    expect((await shown(deal, 'creator')).agreements).toEqual([]);
    expect(await pending(deal.pair)).toEqual([]);
    expect(await counts(deal.pair, deal.terms)).toEqual({ acceptedCount: 0, pendingCount: 0 });
    expect(await acceptances(deal.pair.brand)).toEqual([]);
  });

  it('blocks no work of programs, which ask for other agreements', async () => {
    const { pair } = await mintTerms();
    const application = await call('GET', `/v1/applications/${pair.application}`, pair.creator);
    expect(application.body.data).toMatchObject({ agreementsRequired: false, agreements: [] });
  });
});

describe('accepting a retainer', () => {
  it('accepts the newest version of what applies, and keeps who did it, when, and from where', async () => {
    const deal = await mintTerms();
    await addVersion(deal.pair, deal.terms);
    const answer = await call('PATCH', `/v1/retainers/${deal.id}`, {
      ...deal.pair.creator,
      body: { status: 'accepted' },
      headers: { 'CF-Connecting-IP': '203.0.113.7', 'User-Agent': 'Safari' },
    });
    expect(answer.body.data).toMatchObject({ status: 'accepted', agreements: [] });
    for (const caller of [deal.pair.brand, deal.pair.creator])
      expect(await acceptances(caller)).toMatchObject([
        {
          status: 'accepted',
          context: 'retainer',
          program: null,
          retainer: deal.id,
          title: 'Newer terms',
          document: { agreement: deal.terms, version: 2 },
          evidence: { account: deal.pair.partner, ip: '203.0.113.7', userAgent: 'Safari' },
          acceptedAt: answer.body.data.updatedAt,
        },
      ]);
    expect(await counts(deal.pair, deal.terms)).toEqual({ acceptedCount: 1, pendingCount: 0 });
    expect(await pending(deal.pair)).toEqual([]);
    expect((await eventsOf(deal.pair.brand.id)).slice(-2)).toEqual([
      { type: 'agreement.accepted', data: { creator: deal.pair.creator.as } },
      { type: 'retainer.accepted', data: { retainer: deal.id } },
    ]);
  });

  it('asks once for a version: not for the next retainer, nor for what a program asked for', async () => {
    const deal = await mintTerms();
    await change(deal, 'creator', { status: 'accepted' });
    await change(deal, 'creator', { status: 'canceled' });
    await edit(deal.pair, deal.terms, { applicability: ['retainer', 'creator_relationship'] });
    const application = await call('GET', `/v1/applications/${deal.pair.application}`, deal.pair.creator);
    expect(application.body.data.agreementsRequired).toBe(false);
    const next = await mintOffer({}, deal.pair);
    expect((await shown(next, 'creator')).agreements).toEqual([]);
    await change(next, 'creator', { status: 'accepted' });
    expect(await acceptances(deal.pair.brand)).toHaveLength(1);
    const types = (await eventsOf(deal.pair.brand.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'agreement.accepted')).toHaveLength(1);
  });

  it('at a version from before the agreements changed is refused', async () => {
    const changes: [string, (deal: Deal & { terms: string }) => Promise<unknown>][] = [
      ['a new version', ({ pair, terms }) => addVersion(pair, terms)],
      ['a version that applies no more', ({ pair, terms }) => addVersion(pair, terms, {})],
      ['another applicability', ({ pair, terms }) => edit(pair, terms, { applicability: [] })],
      ['its end', ({ pair, terms }) => edit(pair, terms, { status: 'archived' })],
      [
        'another agreement',
        async ({ pair }) => {
          const file = await mintFile(pair.brand.id, 'agreement');
          const body = { file, title: 'Another', ...RETAINER };
          await call('POST', '/v1/agreements', { ...pair.brand, body });
        },
      ],
    ];
    for (const [what, happens] of changes) {
      const deal = await mintTerms();
      const { version } = await shown(deal, 'creator');
      await happens(deal);
      const stale = await change(deal, 'creator', { status: 'accepted', version });
      expect([what, stale.status, stale.body.error?.code]).toEqual([what, 409, 'version_conflict']);
      const now = (await shown(deal, 'creator')).version;
      expect((await change(deal, 'creator', { status: 'accepted', version: now })).status, what).toBe(200);
    }
  });

  it('leaves offers alone when agreements change that have nothing to do with retainers', async () => {
    const pair = await mintPair();
    const terms = await mintAgreement(pair.brand.id, { applicability: ['program_application'] });
    const deal = await mintOffer({}, pair);
    await addVersion(pair, terms, { applicability: ['content_submission'] });
    expect((await shown(deal)).version).toBe(1);
  });

  it('that meets a new version accepts neither the retainer nor a text that nobody has read', async () => {
    const deal = await mintTerms();
    const { pair } = deal;
    const ctx = verbCtx(
      { id: pair.partner, keyId: 'key_1', key: '', readKey: '' },
      { creator: pair.creator.as },
    );
    await updateRetainer(ctx, deal.id, { status: 'accepted' }, { ip: null, userAgent: null });
    await addVersion(pair, deal.terms);
    await expect(ctx.write.commit()).rejects.toMatchObject({ code: 'version_conflict' });
    expect((await shown(deal)).status).toBe('offered');
    const row = await testEnv.DB.prepare(
      'SELECT COUNT(*) AS n FROM agreement_acceptances WHERE creator_id = ?',
    )
      .bind(pair.creator.as)
      .first<{ n: number }>();
    expect(row!.n).toBe(0);
  });
});

describe('a new version', () => {
  it('does not reach a retainer that was accepted: the next one asks for it', async () => {
    const deal = await mintTerms();
    await change(deal, 'creator', { status: 'accepted' });
    const { version } = await shown(deal);
    await addVersion(deal.pair, deal.terms);
    expect((await shown(deal)).version).toBe(version);
    expect(await pending(deal.pair)).toEqual([]);
    await change(deal, 'brand', { status: 'canceled' });
    const next = (await offer(deal.pair)).body.data.id;
    expect(await pending(deal.pair)).toMatchObject([{ context: 'retainer', retainer: next }]);
  });
});
