// What happens when two batches were both prepared before either is written: the later one must see that it is late.
import { describe, expect, it } from 'vitest';
import type { Ctx } from '../../../../src/context.ts';
import { updateApplication } from '../../../../src/domains/work/applications/update-application.ts';
import type { CreatorUpdateInput } from '../../../../src/domains/work/creator-records/creator-input.ts';
import { updateCreator } from '../../../../src/domains/work/creator-records/update-creator.ts';
import { updateProgram } from '../../../../src/domains/work/programs/update-program.ts';
import { mintAgreement, mintCreator, mintScene, verbCtx } from '../../../harness/creators.ts';
import { call, mintAccount } from '../../../harness/world.ts';

const NOWHERE = { ip: null, userAgent: null };

/** The code that a commit is refused with; null when it goes through. */
async function outcome(ctx: Ctx): Promise<string | null> {
  try {
    await ctx.write.commit();
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

describe('two edits of a creator', () => {
  const pairs: [CreatorUpdateInput, CreatorUpdateInput][] = [
    [{ notes: 'a' }, { notes: 'b' }],
    [{ bio: 'a' }, { bio: 'b' }],
    [{ notes: 'a' }, { bio: 'b' }],
    [{ bio: 'a' }, { notes: 'b' }],
    [{ bio: 'a', notes: 'a' }, { tags: ['b'] }],
    [{ hiddenFrom: [] }, { notes: 'b' }],
  ];

  it.each(pairs)('%j, then %j: the second is a version conflict', async (first, second) => {
    const partner = await mintAccount('partner');
    const { id } = await mintCreator(partner.key);
    const [a, b] = [verbCtx(partner, { account: 'partner' }), verbCtx(partner, { account: 'partner' })];
    const written = await updateCreator(a, id, first);
    await updateCreator(b, id, second);
    expect(await outcome(a)).toBe(null);
    expect(await outcome(b)).toBe('version_conflict');
    const now = (await call('GET', `/v1/creators/${id}`, { key: partner.key })).body.data;
    expect(now).toEqual(written);
  });
});

describe('an acceptance that was prepared', () => {
  it('is a version conflict when the program asks for something else by the time it is written', async () => {
    const scene = await mintScene();
    const body = { program: scene.program.id, creator: scene.creator };
    const { id } = (await call('POST', '/v1/applications', { key: scene.brand.key, body })).body.data;
    const accepting = verbCtx(scene.partner, { creator: scene.creator });
    await updateApplication(accepting, id, { status: 'approved' }, NOWHERE);
    const more = await mintAgreement(scene.brand.id);
    const changing = verbCtx(scene.brand, { account: 'brand' });
    await updateProgram(changing, scene.program.id, { agreements: [scene.agreement, more] });
    expect(await outcome(changing)).toBe(null);
    expect(await outcome(accepting)).toBe('version_conflict');
    const now = (await call('GET', `/v1/applications/${id}`, { key: scene.brand.key })).body.data;
    expect(now).toMatchObject({ status: 'pending', agreementsRequired: true });
    const kept = await call('GET', '/v1/agreements/acceptances', { key: scene.brand.key });
    expect(kept.body.data).toEqual([]);
  });
});
