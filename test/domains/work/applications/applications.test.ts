import { describe, expect, it } from 'vitest';
import { setPayStatus } from '../../../../src/domains/work/applications/interface.ts';
import * as clock from '../../../harness/clock.ts';
import { mintAgreement, mintCreator, mintScene } from '../../../harness/work/creators.ts';
import { call, mintAccount, systemCtx } from '../../../harness/world.ts';

type Scene = Awaited<ReturnType<typeof mintScene>>;

const asBrand = (scene: Scene) => ({ key: scene.brand.key });
const asCreator = (scene: Scene) => ({ key: scene.partner.key, as: scene.creator });
const apply = (scene: Scene) =>
  call('POST', '/v1/applications', { ...asCreator(scene), body: { program: scene.program.id } });
const invite = (scene: Scene, creator = scene.creator) =>
  call('POST', '/v1/applications', { ...asBrand(scene), body: { program: scene.program.id, creator } });
const patch = (caller: { key: string; as?: string }, id: string, body: unknown) =>
  call('PATCH', `/v1/applications/${id}`, { ...caller, body });
const get = (caller: { key: string; as?: string }, id: string) =>
  call('GET', `/v1/applications/${id}`, caller);

describe('applying', () => {
  it('takes the pay of the day, and shows the creator alone what it has to accept', async () => {
    const scene = await mintScene();
    const made = (await apply(scene)).body.data;
    expect(made).toMatchObject({
      program: scene.program.id,
      creator: scene.creator,
      status: 'pending',
      removed: false,
      pay: null,
      payVersion: 1,
      acceptedAt: null,
      payStatus: 'current',
      agreementsRequired: true,
      reviewedAt: null,
      version: 1,
    });
    expect(made.agreements).toMatchObject([
      { agreement: scene.agreement, version: 1, title: 'Terms', fileName: 'terms.pdf', sha256: 'ab' },
    ]);
    expect((await get(asBrand(scene), made.id)).body.data).toEqual({ ...made, agreements: [] });
    const other = await mintAccount();
    expect((await get({ key: other.key }, made.id)).status).toBe(404);
    expect((await patch({ key: other.key }, made.id, { status: 'approved' })).status).toBe(404);
  });

  it('is refused where the program does not take it', async () => {
    const scene = await mintScene();
    const brand = (body: unknown) =>
      call('PATCH', `/v1/programs/${scene.program.id}`, { key: scene.brand.key, body });
    await brand({ status: 'paused' });
    // A paused program is not shown to a creator who has nothing to do with it.
    expect((await apply(scene)).body.error.details.reason).toBe('program_not_found');
    expect((await invite(scene)).body.error.details.reason).toBe('program_not_open');
    await brand({ status: 'live', endsAt: '2020-01-01T00:00:00Z' });
    expect((await apply(scene)).status).toBe(422);
    await brand({ endsAt: null, status: 'live', visibility: 'invite' });
    expect((await apply(scene)).body.error.details.reason).toBe('program_not_found');
    const unknown = { program: `prog_${'0'.repeat(26)}` };
    for (const caller of [asBrand(scene), asCreator(scene)]) {
      const body = { ...unknown, ...('as' in caller ? {} : { creator: scene.creator }) };
      const answer = await call('POST', '/v1/applications', { ...caller, body });
      expect([answer.status, answer.body.error.details.reason]).toEqual([422, 'program_not_found']);
    }
    const other = await mintCreator(scene.partner.key);
    const forOther = { program: scene.program.id, creator: other.id };
    expect((await call('POST', '/v1/applications', { ...asCreator(scene), body: forOther })).status).toBe(
      403,
    );
  });

  it('is one per program and creator, also when two come at once', async () => {
    const scene = await mintScene();
    const answers = await Promise.all([apply(scene), apply(scene), invite(scene)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
    const list = await call('GET', `/v1/applications?program=${scene.program.id}`, asBrand(scene));
    expect(list.body.data).toHaveLength(1);
    const program = await call('GET', `/v1/programs/${scene.program.id}`, asBrand(scene));
    expect(program.body.data.stats.applications).toBe(1);
  });
});

describe('inviting', () => {
  it('names a creator that the brand can see, or nobody', async () => {
    const scene = await mintScene();
    const hidden = await mintCreator(scene.partner.key);
    for (const creator of [hidden.id, `crtr_${'0'.repeat(26)}`]) {
      const answer = await invite(scene, creator);
      expect([answer.status, answer.body.error.details.reason]).toEqual([422, 'creator_not_found']);
    }
    const missing = await call('POST', '/v1/applications', {
      ...asBrand(scene),
      body: { program: scene.program.id },
    });
    expect(missing.body.error.details[0].path).toBe('/creator');
  });

  it('ends in work once the creator accepts, and keeps who accepted what, when and from where', async () => {
    const scene = await mintScene();
    const { id } = (await invite(scene)).body.data;
    const list = await call('GET', '/v1/agreements/acceptances?status=pending', asCreator(scene));
    expect(list.body.data).toMatchObject([
      { status: 'pending', title: 'Terms', context: 'program_application', program: scene.program.id },
    ]);
    const done = await call('PATCH', `/v1/applications/${id}`, {
      ...asCreator(scene),
      body: { status: 'approved' },
      headers: { 'CF-Connecting-IP': '203.0.113.7', 'User-Agent': 'Browser/1' },
    });
    expect(done.body.data).toMatchObject({
      status: 'approved',
      agreementsRequired: false,
      payVersion: 1,
      agreements: [],
    });
    const evidence = (await call('GET', '/v1/agreements/acceptances', asBrand(scene))).body.data;
    expect(evidence).toMatchObject([
      {
        status: 'accepted',
        account: scene.brand.id,
        creator: scene.creator,
        program: scene.program.id,
        context: 'program_application',
        document: { agreement: scene.agreement, version: 1, sha256: 'ab' },
        evidence: {
          key: scene.partner.keyId,
          account: scene.partner.id,
          ip: '203.0.113.7',
          userAgent: 'Browser/1',
        },
      },
    ]);
    expect((await call('GET', '/v1/agreements/acceptances', asCreator(scene))).body.data).toEqual(evidence);
    const roster = (await call('GET', `/v1/creators/${scene.creator}`, asBrand(scene))).body.data;
    expect(roster).toMatchObject({ status: 'live', relationship: 'represented', chatAvailable: true });
    expect(roster.programs).toEqual([scene.program.id]);
    // In hours, of which the answer took a moment.
    expect(roster.listing).toMatchObject({ audience: null, responseTime: 0 });
  });
});

describe('the limit of creators', () => {
  it('gives the last place to one of two approvals at once, and back when a creator leaves', async () => {
    const scene = await mintScene({ agreements: [], limits: { creators: 1 } });
    const second = await mintCreator(scene.partner.key);
    const first = (await apply(scene)).body.data.id;
    const other = (
      await call('POST', '/v1/applications', {
        key: scene.partner.key,
        as: second.id,
        body: { program: scene.program.id },
      })
    ).body.data.id;
    const answers = await Promise.all(
      [first, other].map((id) => patch(asBrand(scene), id, { status: 'approved' })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    const refused = answers.find((answer) => answer.status === 422)!;
    expect(refused.body.error.details.reason).toBe('program_full');
    const [winner, loser] = answers[0]!.status === 200 ? [first, other] : [other, first];
    const third = await mintCreator(scene.partner.key);
    const late = await call('POST', '/v1/applications', {
      key: scene.partner.key,
      as: third.id,
      body: { program: scene.program.id },
    });
    expect(late.body.error.details.reason).toBe('program_full');
    await patch(asBrand(scene), winner, { status: 'rejected' });
    expect((await patch(asBrand(scene), loser, { status: 'approved' })).status).toBe(200);
  });
});

describe('versions', () => {
  it('let one of several actors at once win', async () => {
    const scene = await mintScene({ agreements: [] });
    const { id } = (await apply(scene)).body.data;
    const answers = await Promise.all([
      patch(asBrand(scene), id, { status: 'approved', version: 1 }),
      patch(asBrand(scene), id, { status: 'rejected', version: 1 }),
      patch(asCreator(scene), id, { status: 'withdrawn', version: 1 }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    const winner = answers.find((answer) => answer.status === 200)!.body.data;
    expect((await get(asBrand(scene), id)).body.data.status).toBe(winner.status);
    expect(winner.version).toBe(2);
  });

  it('move when the program asks for other agreements, so that a stale acceptance is refused', async () => {
    const scene = await mintScene();
    const { id, version } = (await invite(scene)).body.data;
    const more = await mintAgreement(scene.brand.id);
    await call('PATCH', `/v1/programs/${scene.program.id}`, {
      ...asBrand(scene),
      body: { agreements: [scene.agreement, more] },
    });
    const stale = await patch(asCreator(scene), id, { status: 'approved', version });
    expect(stale.body.error).toMatchObject({ code: 'version_conflict', details: { version: version + 1 } });
    const now = (await get(asCreator(scene), id)).body.data;
    expect(now.agreements.map((one: { agreement: string }) => one.agreement).sort()).toEqual(
      [scene.agreement, more].sort(),
    );
    const done = await patch(asCreator(scene), id, { status: 'approved', version: now.version });
    expect(done.body.data).toMatchObject({ status: 'approved', agreementsRequired: false });
  });
});

describe("a creator's own pay", () => {
  it("is merged over the program's, follows what it leaves open, and goes with null", async () => {
    const scene = await mintScene({
      agreements: [],
      pay: { rules: [{ type: 'per_video', amount: 5000 }], cap: 10_000, schedule: { holdDays: 7 } },
    });
    const { id } = (await apply(scene)).body.data;
    const capped = await patch(asBrand(scene), id, { pay: { cap: 20_000, schedule: { cadence: 'weekly' } } });
    expect(capped.body.data.pay).toEqual({
      rules: [{ number: 1, type: 'per_video', amount: 5000 }],
      cap: 20_000,
      schedule: { cadence: 'weekly', holdDays: 7 },
    });
    // Parts that the override leaves out follow the program.
    await call('PATCH', `/v1/programs/${scene.program.id}`, {
      ...asBrand(scene),
      body: { pay: { schedule: { holdDays: 3 } } },
    });
    const seen = (await get(asCreator(scene), id)).body.data;
    expect(seen.pay.schedule).toEqual({ cadence: 'weekly', holdDays: 3 });
    expect(seen.payVersion).toBe(1);
    const own = await patch(asBrand(scene), id, {
      pay: {
        rules: [
          { type: 'per_video', amount: 9000 },
          { type: 'per_video', amount: 5000 },
        ],
      },
    });
    expect(own.body.data.pay.rules).toMatchObject([
      { number: 2, amount: 9000 },
      { number: 1, amount: 5000 },
    ]);
    expect(own.body.data.pay.cap).toBe(10_000);
    // The number of the creator's own rule is not used for the program's next rule.
    const program = await call('PATCH', `/v1/programs/${scene.program.id}`, {
      ...asBrand(scene),
      body: { pay: { rules: [{ type: 'ad_spend_share', percent: 5 }] } },
    });
    expect(program.body.data.pay.rules[0].number).toBe(3);
    expect((await patch(asBrand(scene), id, { pay: null })).body.data.pay).toBe(null);
    for (const pay of [{ cap: 0 }, { rules: [{ type: 'gift' }] }, { schedule: { holdDays: 91 } }]) {
      expect((await patch(asBrand(scene), id, { pay })).status).toBe(422);
    }
    expect((await patch(asCreator(scene), id, { pay: { cap: 1 } })).status).toBe(403);
  });

  it('says which version of the pay was accepted', async () => {
    const scene = await mintScene();
    const { id } = (await invite(scene)).body.data;
    expect((await get(asBrand(scene), id)).body.data.payVersion).toBe(null);
    await call('PATCH', `/v1/programs/${scene.program.id}`, {
      ...asBrand(scene),
      body: { pay: { cap: 100 } },
    });
    expect((await patch(asCreator(scene), id, { status: 'approved' })).body.data.payVersion).toBe(2);
    await call('PATCH', `/v1/programs/${scene.program.id}`, {
      ...asBrand(scene),
      body: { pay: { cap: 200 } },
    });
    expect((await get(asBrand(scene), id)).body.data.payVersion).toBe(2);
  });

  it('can be past due, once, until a charge succeeds', async () => {
    const scene = await mintScene({ agreements: [] });
    const { id } = (await apply(scene)).body.data;
    const set = async (status: 'current' | 'past_due') => {
      const ctx = systemCtx();
      setPayStatus(ctx, id, status);
      await ctx.write.commit();
      return (await get(asBrand(scene), id)).body.data;
    };
    expect(await set('past_due')).toMatchObject({ payStatus: 'past_due', version: 2 });
    expect(await set('past_due')).toMatchObject({ payStatus: 'past_due', version: 2 });
    expect(await set('current')).toMatchObject({ payStatus: 'current', version: 3 });
  });
});

describe('GET /v1/applications', () => {
  it("lists one side's own, by program, creator and status", async () => {
    const scene = await mintScene({ agreements: [] });
    const second = await mintCreator(scene.partner.key);
    const a = (await apply(scene)).body.data;
    const b = (
      await call('POST', '/v1/applications', {
        key: scene.partner.key,
        as: second.id,
        body: { program: scene.program.id },
      })
    ).body.data;
    await patch(asBrand(scene), a.id, { status: 'approved' });
    const ids = async (query: string, caller: { key: string; as?: string } = asBrand(scene)) =>
      (await call('GET', `/v1/applications${query}`, caller)).body.data.map((one: { id: string }) => one.id);
    expect(await ids('')).toEqual([b.id, a.id]);
    expect(await ids('?limit=1')).toEqual([b.id]);
    expect(await ids('?status=approved')).toEqual([a.id]);
    expect(await ids('?status=approved,pending')).toEqual([b.id, a.id]);
    expect(await ids(`?creator=${second.id}`)).toEqual([b.id]);
    expect(await ids(`?program=${scene.program.id}&creator=${scene.creator}&status=approved`)).toEqual([
      a.id,
    ]);
    expect(await ids(`?program=prog_${'0'.repeat(26)}`)).toEqual([]);
    expect(await ids('', asCreator(scene))).toEqual([a.id]);
    expect(await ids(`?creator=${second.id}`, asCreator(scene))).toEqual([]);
    const stranger = await mintAccount();
    expect(await ids(`?program=${scene.program.id}`, { key: stranger.key })).toEqual([]);
    // The program's list of creators is updated too.
    const roster = await call('GET', `/v1/creators?program=${scene.program.id}`, asBrand(scene));
    expect(roster.body.data.map((one: { id: string }) => one.id)).toEqual([scene.creator]);
    expect((await call('GET', `/v1/programs?status=live`, asCreator(scene))).body.data).toMatchObject([
      { id: scene.program.id, stats: null },
    ]);
  });

  it("tells the partner's fee to the partner's own side only, and everybody when the creator was active", async () => {
    const scene = await mintScene({ agreements: [] });
    await call('PATCH', '/v1/account', {
      key: scene.partner.key,
      body: { creatorTakeRate: { percent: 15 } },
    });
    const before = clock.now();
    const made = (await apply(scene)).body.data;
    const listing = (await call('GET', `/v1/creators/${scene.creator}`, asBrand(scene))).body.data.listing;
    expect(Date.parse(listing.lastActive)).toBeGreaterThanOrEqual(before);
    expect(listing.requestStatus).toBe('pending');
    expect(made.partnerFee).toEqual({ partner: scene.partner.id, percent: 15 });
    expect((await get(asCreator(scene), made.id)).body.data.partnerFee).toEqual(made.partnerFee);
    expect((await get(asBrand(scene), made.id)).body.data.partnerFee).toBe(null);
  });
});
