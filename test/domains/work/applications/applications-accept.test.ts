// Accepting agreements while the application waits for the brand.
import { describe, expect, it } from 'vitest';
import { createApplication } from '../../../../src/domains/work/applications/create-application.ts';
import { mintAgreement, mintScene, verbCtx } from '../../../harness/work/creators.ts';
import { call } from '../../../harness/world.ts';

type Scene = Awaited<ReturnType<typeof mintScene>>;

const asBrand = (scene: Scene) => ({ key: scene.brand.key });
const asCreator = (scene: Scene) => ({ key: scene.partner.key, as: scene.creator });
const apply = (scene: Scene) =>
  call('POST', '/v1/applications', { ...asCreator(scene), body: { program: scene.program.id } });
const patch = (caller: { key: string; as?: string }, id: string, body: unknown) =>
  call('PATCH', `/v1/applications/${id}`, { ...caller, body });

describe('a creator that applies', () => {
  it('may accept what is asked for at once: after the approval nothing is left to accept', async () => {
    const scene = await mintScene();
    const body = { program: scene.program.id, acceptAgreements: true };
    const asked = { ...body, creator: scene.creator };
    expect((await call('POST', '/v1/applications', { ...asBrand(scene), body: asked })).status).toBe(403);
    const headers = { 'CF-Connecting-IP': '203.0.113.8', 'User-Agent': 'Browser/2' };
    const made = await call('POST', '/v1/applications', { ...asCreator(scene), body, headers });
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { status: 'pending', payVersion: 1, agreementsRequired: false, agreements: [] },
    ]);
    expect(made.body.data.acceptedAt).toBe(made.body.data.createdAt);
    expect((await call('GET', '/v1/agreements/acceptances', asBrand(scene))).body.data).toMatchObject([
      {
        context: 'program_application',
        program: scene.program.id,
        document: { agreement: scene.agreement, version: 1 },
        evidence: { key: scene.partner.keyId, ip: '203.0.113.8', userAgent: 'Browser/2' },
      },
    ]);
    const approved = await patch(asBrand(scene), made.body.data.id, { status: 'approved' });
    expect(approved.body.data).toMatchObject({ status: 'approved', agreementsRequired: false });

    // It was withdrawn and opened again, and by then there is another agreement: that one has to be accepted
    // explicitly.
    const agreements = [scene.agreement, await mintAgreement(scene.brand.id)];
    await call('PATCH', `/v1/programs/${scene.program.id}`, { ...asBrand(scene), body: { agreements } });
    for (const acceptAgreements of [false, true]) {
      await patch(asCreator(scene), made.body.data.id, { status: 'withdrawn' });
      const again = await call('POST', '/v1/applications', {
        ...asCreator(scene),
        body: { ...body, acceptAgreements },
      });
      expect([again.status, again.body.data.agreementsRequired]).toEqual([200, !acceptAgreements]);
    }
  });

  it('fails where what is asked for changes meanwhile, and accepts nothing', async () => {
    const scene = await mintScene();
    const ctx = verbCtx(scene.partner, { creator: scene.creator });
    const nowhere = { ip: null, userAgent: null };
    await createApplication(ctx, { program: scene.program.id, acceptAgreements: true }, nowhere);
    const agreements = [scene.agreement, await mintAgreement(scene.brand.id)];
    await call('PATCH', `/v1/programs/${scene.program.id}`, { ...asBrand(scene), body: { agreements } });
    await expect(ctx.write.commit()).rejects.toMatchObject({ code: 'conflict' });
    expect((await call('GET', '/v1/agreements/acceptances', asBrand(scene))).body.data).toEqual([]);
    // A creator who has applied can also accept later, with the version that was read.
    const { id, version } = (await apply(scene)).body.data;
    const accept = { acceptAgreements: true, version };
    expect((await patch(asCreator(scene), id, { status: 'withdrawn', ...accept })).status).toBe(422);
    await call('PATCH', `/v1/programs/${scene.program.id}`, {
      ...asBrand(scene),
      body: { agreements: [scene.agreement] },
    });
    expect((await patch(asCreator(scene), id, accept)).body.error.code).toBe('version_conflict');
    const accepted = await patch(asCreator(scene), id, { acceptAgreements: true });
    expect(accepted.body.data).toMatchObject({ status: 'pending', agreementsRequired: false });
    expect(accepted.body.data.acceptedAt).not.toBeNull();
    const approved = await patch(asBrand(scene), id, { status: 'approved' });
    expect(approved.body.data).toMatchObject({ status: 'approved', agreementsRequired: false });
  });
});
