// Accepting the agreements that an account requires for working together, without an application.
import { describe, expect, it } from 'vitest';
import { updateRelationship } from '../../../../src/domains/work/relationships/update-relationship.ts';
import { eventsOf, mintCreator, mintFile, mintScene, verbCtx } from '../../../harness/work/creators.ts';
import { call, type Minted, mintAccount } from '../../../harness/world.ts';

const addVersion = (key: string, id: string, body: unknown) =>
  call('POST', `/v1/agreements/${id}/versions`, { key, body });

async function agreement(brand: Minted, body: Record<string, unknown>) {
  const file = await mintFile(brand.id, 'agreement', { name: 'terms.pdf' });
  const made = { file, title: 'Terms', ...body };
  return (await call('POST', '/v1/agreements', { key: brand.key, body: made })).body.data;
}

describe('an agreement about the relationship', () => {
  it("is accepted by the creator's side, with its yes or later, in the version that it has read", async () => {
    const scene = await mintScene({ agreements: [] });
    const [brand, creator] = [{ key: scene.brand.key }, { key: scene.partner.key, as: scene.creator }];
    const wide = await agreement(scene.brand, { applicability: ['creator_relationship'] });
    const body = { program: scene.program.id, creator: scene.creator };
    await call('POST', '/v1/applications', { ...brand, body });
    const [found] = (await call('GET', `/v1/relationships?account=${scene.brand.id}`, creator)).body.data;
    const path = `/v1/relationships/${found.id}`;
    const answer = (who: { key: string; as?: string }, given: object) =>
      call('PATCH', path, { ...who, body: given, headers: { 'CF-Connecting-IP': '203.0.113.9' } });
    const accept = { acceptAgreements: true };
    const pending = async () =>
      (await call('GET', '/v1/agreements/acceptances?status=pending', creator)).body.data.length;

    const seen = (await call('GET', path, creator)).body.data;
    expect(seen.agreements).toMatchObject([{ agreement: wide.id, version: 1, title: 'Terms' }]);
    expect((await call('GET', path, brand)).body.data).toEqual({ ...seen, agreements: [] });
    expect((await answer(brand, accept)).status).toBe(403);
    expect((await answer(creator, accept)).status).toBe(409);
    expect((await answer(creator, {})).status).toBe(422);
    expect((await answer(creator, { status: 'declined', ...accept })).status).toBe(422);
    // A new version since it was read: the acceptance is stale.
    const file = await mintFile(scene.brand.id, 'agreement');
    await addVersion(scene.brand.key, wide.id, { file, title: 'New terms' });
    const yes = { status: 'agreed', ...accept };
    expect((await answer(creator, { ...yes, version: seen.version })).body.error.code).toBe(
      'version_conflict',
    );
    expect(await call('GET', path, creator)).toMatchObject({ body: { data: { status: 'invited' } } });
    const agreed = await answer(creator, yes);
    expect(agreed.body.data).toMatchObject({ status: 'agreed', agreements: [] });
    expect(await pending()).toBe(0);
    const kept = (await call('GET', '/v1/agreements/acceptances', brand)).body.data;
    expect(kept).toMatchObject([
      {
        context: 'creator_relationship',
        program: null,
        document: { agreement: wide.id, version: 2 },
        evidence: { key: scene.partner.keyId, account: scene.partner.id, ip: '203.0.113.9' },
      },
    ]);

    // An agreement that is added later is accepted separately: once, and in the version that was read.
    await agreement(scene.brand, { applicability: ['creator_relationship'] });
    const later = (await call('GET', path, creator)).body.data;
    expect([later.agreements.length, await pending()]).toEqual([1, 1]);
    expect((await answer(creator, { ...accept, version: agreed.body.data.version })).status).toBe(409);
    const nowhere = { ip: null, userAgent: null };
    const ctx = verbCtx(scene.partner, { creator: scene.creator });
    await updateRelationship(ctx, found.id, accept, nowhere);
    await addVersion(scene.brand.key, wide.id, { file, title: 'Newer terms' });
    await expect(ctx.write.commit()).rejects.toMatchObject({ code: 'version_conflict' });
    const done = await answer(creator, accept);
    expect(done.body.data).toMatchObject({ status: 'agreed', agreements: [] });
    expect(done.body.data.updatedAt).toBe(agreed.body.data.updatedAt);
    expect((await answer(creator, accept)).status).toBe(200);
    expect(await pending()).toBe(0);
    expect((await call('GET', '/v1/agreements/acceptances', brand)).body.data).toHaveLength(3);
    expect((await eventsOf(scene.brand.id)).filter(({ type }) => type === 'agreement.accepted')).toHaveLength(
      2,
    );
  });

  it('is accepted by nobody for the account that asks', async () => {
    const partner = await mintAccount('partner');
    const creator = await mintCreator(partner.key);
    await agreement(partner, { applicability: ['creator_relationship'] });
    const as = { key: partner.key, as: creator.id };
    const [found] = (await call('GET', '/v1/relationships', as)).body.data;
    const refused = await call('PATCH', `/v1/relationships/${found.id}`, {
      ...as,
      body: { acceptAgreements: true },
    });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'permission_denied']);
  });
});
