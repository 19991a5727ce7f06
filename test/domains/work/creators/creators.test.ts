import { describe, expect, it } from 'vitest';
import { eventsOf, freshEmail, mintCreator } from '../../../harness/work/creators.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

const get = (key: string, id: string, as?: string) =>
  call('GET', `/v1/creators/${id}`, { key, ...(as ? { as } : {}) });
const patch = (key: string, id: string, body: unknown, as?: string) =>
  call('PATCH', `/v1/creators/${id}`, { key, body, ...(as ? { as } : {}) });

/** As if a person had verified the address and taken the record over. */
async function takenOver(id: string, email: string): Promise<void> {
  const person = `user_${id.slice(5)}`;
  await testEnv.DB.batch([
    testEnv.DB.prepare('INSERT INTO verified_emails (email, person_id, verified_at) VALUES (?1, ?2, 1)').bind(
      email,
      person,
    ),
    testEnv.DB.prepare('UPDATE creators SET claimed_at = 1, person_id = ?2 WHERE id = ?1').bind(id, person),
  ]);
}

describe('POST /v1/creators', () => {
  it('adds a new creator: 201, live, waiting to be claimed, one creator.created', async () => {
    const partner = await mintAccount('partner');
    const email = freshEmail();
    const answer = await call('POST', '/v1/creators', {
      key: partner.key,
      body: { email: ` ${email.toUpperCase()} `, name: 'Ana Silva', phone: '+1 (555) 010-2030' },
    });
    expect(answer.status).toBe(201);
    const made = answer.body.data;
    expect(made).toMatchObject({
      name: 'Ana Silva',
      email,
      phone: '+15550102030',
      handle: null,
      status: 'live',
      relationship: 'represented',
      managedBy: partner.id,
      visibility: 'private',
      claim: { status: 'invited' },
      chatAvailable: true,
      tier: 'bronze',
      stats: { approvedVideos: 0, pendingVideos: 0, approvalRate: 0, installs: 0 },
      takeRate: null,
      listing: null,
      profile: null,
      version: 1,
    });
    expect((await get(partner.key, made.id)).body.data).toEqual(made);
    expect(await eventsOf(partner.id)).toEqual([{ type: 'creator.created', data: { creator: made.id } }]);
  });

  it('answers 200 and changes nothing when the creator is on the roster, whatever the case of the address', async () => {
    const brand = await mintAccount();
    const made = await mintCreator(brand.key);
    const again = await call('POST', '/v1/creators', {
      key: brand.key,
      body: { email: made.email.toUpperCase(), name: 'Other', visibility: 'network' },
    });
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual(made);
    expect((await eventsOf(brand.id)).length).toBe(1);
  });

  it('makes a record of its own where nobody has verified the address, and tells nothing of the others', async () => {
    const [first, second] = [await mintAccount('partner'), await mintAccount()];
    const made = await mintCreator(first.key, { phone: '+15550001', name: 'Known' });
    await patch(first.key, made.id, { notes: 'secret', tags: ['vip'], bio: 'Hello' });
    const body = { email: made.email, name: 'Mine' };
    const own = await call('POST', '/v1/creators', { key: second.key, body });
    expect(own.status).toBe(201);
    expect(own.body.data).toMatchObject({
      name: 'Mine',
      status: 'live',
      phone: null,
      bio: null,
      managedBy: second.id,
    });
    expect(own.body.data.id).not.toBe(made.id);
    expect((await get(second.key, made.id)).status).toBe(404);
    // The first account's own view is not affected.
    expect((await get(first.key, made.id)).body.data).toMatchObject({ notes: 'secret', status: 'live' });
  });

  it('invites the person who verified the address, and shows nothing but what the account wrote until it agrees', async () => {
    const [first, second] = [await mintAccount('partner'), await mintAccount()];
    const made = await mintCreator(first.key, { phone: '+15550001', name: 'Known' });
    await patch(first.key, made.id, { bio: 'Hello', handle: `h${made.id.slice(-9)}` });
    await takenOver(made.id, made.email);
    const asked = await call('POST', '/v1/creators', {
      key: second.key,
      body: { email: made.email, name: 'Mine', phone: '+15550002', visibility: 'network' },
    });
    expect(asked.status).toBe(201);
    expect(asked.body.data).toMatchObject({
      id: made.id,
      name: 'Mine',
      handle: null,
      status: 'invited',
      relationship: 'direct',
      email: made.email,
      phone: '+15550002',
      bio: null,
      payouts: null,
      managedBy: null,
      claim: null,
      visibility: 'private',
      chatAvailable: false,
      version: 1,
    });
    const found = async (q: string) =>
      (await call('GET', `/v1/creators?q=${q}`, { key: second.key })).body.data.length;
    expect([await found('mine'), await found(made.email), await found('known')]).toEqual([1, 1, 0]);
    expect((await patch(second.key, made.id, { status: 'live' })).body.error.code).toBe('conflict');
    expect((await patch(second.key, made.id, { name: 'Mine' })).status).toBe(403);
    expect((await patch(second.key, made.id, { hiddenFrom: [first.id] })).status).toBe(403);
    // The account may not learn yet what happens to the record.
    await testEnv.DB.prepare(
      'UPDATE creators SET version = version + 5, updated_at = updated_at + 9 WHERE id = ?',
    )
      .bind(made.id)
      .run();
    expect((await get(second.key, made.id)).body.data).toEqual(asked.body.data);
    expect((await patch(second.key, made.id, { notes: 'n', version: 1 })).body.data.version).toBe(2);
    const again = await call('POST', '/v1/creators', { key: second.key, body: { email: made.email } });
    expect([again.status, again.body.data.id]).toEqual([200, made.id]);
  });

  it('makes one creator of two requests at once for the same address', async () => {
    const brand = await mintAccount();
    const email = freshEmail();
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('POST', '/v1/creators', { key: brand.key, body: { email } })),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    for (const status of statuses) expect([200, 201, 409]).toContain(status);
    expect((await eventsOf(brand.id)).length).toBe(1);
  });

  it.each([
    [{}, '/email'],
    [{ email: 'nobody' }, '/email'],
    [{ email: `${'x'.repeat(250)}@a.example` }, '/email'],
    [{ email: 'a@b.example', name: '' }, '/name'],
    [{ email: 'a@b.example', phone: 'call me' }, '/phone'],
    [{ email: 'a@b.example', visibility: 'public' }, '/visibility'],
  ])('refuses %j', async (body, path) => {
    const brand = await mintAccount();
    const answer = await call('POST', '/v1/creators', { key: brand.key, body });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0].path).toBe(path);
  });
});

describe('PATCH /v1/creators/:id', () => {
  it('changes identity and relationship at once, and the version is that of the merged record', async () => {
    const partner = await mintAccount('partner');
    const made = await mintCreator(partner.key);
    const tagged = (await patch(partner.key, made.id, { tags: ['a', 'a', 'b'], version: 1 })).body.data;
    expect(tagged).toMatchObject({ tags: ['a', 'b'], version: 2 });
    const named = (await patch(partner.key, made.id, { bio: 'Hi', version: 2 })).body.data;
    expect(named).toMatchObject({ bio: 'Hi', tags: ['a', 'b'], version: 3 });
    for (const stale of [1, 2]) {
      for (const body of [{ notes: 'x' }, { bio: 'y' }]) {
        const answer = await patch(partner.key, made.id, { ...body, version: stale });
        expect(answer.body.error).toMatchObject({ code: 'version_conflict', details: { version: 3 } });
      }
    }
    const both = (await patch(partner.key, made.id, { notes: 'n', location: 'Porto', version: 3 })).body.data;
    expect(both).toMatchObject({ notes: 'n', location: 'Porto' });
    expect(both.version).toBeGreaterThan(3);
    expect((await get(partner.key, made.id)).body.data).toEqual(both);
  });

  it('lets one of two edits through, also when one is of the identity and the other of the relationship', async () => {
    const partner = await mintAccount('partner');
    const made = await mintCreator(partner.key);
    const answers = await Promise.all(
      [{ bio: 'a' }, { notes: 'b' }, { bio: 'c', notes: 'c' }].map((body) =>
        patch(partner.key, made.id, { ...body, version: 1 }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });

  it('keeps handles unique in their one spelling', async () => {
    const [partner, other] = [await mintAccount('partner'), await mintAccount()];
    const [a, b] = [await mintCreator(partner.key), await mintCreator(other.key)];
    expect((await patch(partner.key, a.id, { handle: '@Ana.Silva-1_x' })).body.data.handle).toBe(
      'ana.silva-1_x',
    );
    expect((await patch(other.key, b.id, { handle: 'ANA.SILVA-1_X' })).body.error.details.reason).toBe(
      'handle_taken',
    );
    // Each account has its own addresses: nobody learns that another account has the same one.
    expect((await patch(other.key, b.id, { email: a.email })).status).toBe(200);
    const c = await mintCreator(other.key);
    expect((await patch(other.key, c.id, { email: a.email })).body.error.details.reason).toBe('email_taken');
    for (const handle of ['', '@', 'a b', 'x'.repeat(31), 'é', 'a/b']) {
      expect((await patch(partner.key, a.id, { handle })).status).toBe(422);
    }
    expect((await patch(partner.key, a.id, { handle: `@${'x'.repeat(30)}` })).status).toBe(200);
    expect((await patch(partner.key, a.id, { handle: null })).body.data.handle).toBe(null);
  });

  it('keeps every identity field, and shows the profile to the creator alone', async () => {
    const partner = await mintAccount('partner');
    const made = await mintCreator(partner.key);
    const locationDetails = {
      city: 'Porto',
      countryCode: 'PT',
      countryName: 'Portugal',
      displayName: 'Porto, Portugal',
      geonamesId: 2735943,
      latitude: 41.1,
      longitude: -8.6,
      regionCode: '17',
      regionName: 'Porto',
    };
    const answer = await patch(
      partner.key,
      made.id,
      {
        birthDate: '1999-02-28',
        gender: 'woman',
        interests: ['fitness', 'fitness_yoga', 'food_drink_vegan'],
        creativeStyles: ['unboxing', 'talking_head'],
        locationDetails,
        platformHandles: { instagram: '@ana', tiktok: 'ana.t' },
        referenceVideoSelections: [
          { platform: 'tiktok', sourceContentId: '77', title: 'One', sourceUrl: 'https://t.example/77' },
          { platform: 'instagram', sourceContentId: '88' },
        ],
      },
      made.id,
    );
    expect(answer.body.data).toMatchObject({
      location: 'Porto, Portugal',
      platformHandles: { instagram: 'ana', tiktok: 'ana.t' },
      profile: {
        birthDate: '1999-02-28',
        gender: 'woman',
        interests: ['fitness', 'fitness_yoga', 'food_drink_vegan'],
        creativeStyles: ['unboxing', 'talking_head'],
        locationDetails,
        onboardingCompletedAt: null,
      },
      status: null,
      notes: null,
    });
    const seen = (await get(partner.key, made.id)).body.data;
    expect(seen.profile).toBe(null);
    expect(seen.referenceVideos.map((video: { post: string }) => video.post)).toEqual(['77', '88']);
    const kept = await patch(partner.key, made.id, {
      referenceVideos: ['88'],
      platformHandles: { tiktok: null },
    });
    expect(kept.body.data.referenceVideos).toHaveLength(1);
    expect(kept.body.data.platformHandles).toEqual({ instagram: 'ana' });
    for (const bad of [
      { interests: ['golf'] },
      { interests: ['fitnessyoga'] },
      { creativeStyles: ['dance'] },
      { gender: 'x' },
      { birthDate: '2020-01-01' },
      { birthDate: '1999-02-30' },
      { locationDetails: { city: 'Porto' } },
      { referenceVideos: ['99'] },
      { status: 'invited' },
    ]) {
      expect((await patch(partner.key, made.id, bad)).body.error.code).toBe('validation_failed');
    }
    const picture = await patch(partner.key, made.id, { profilePicture: `file_${'0'.repeat(26)}` });
    expect(picture.body.error.details.reason).toBe('file_not_found');
    expect((await patch(partner.key, made.id, { pictureFrom: 'tiktok' })).body.error.details.reason).toBe(
      'not_connected',
    );
  });

  it('lets a creator change itself but not what accounts decide, and nobody else', async () => {
    const partner = await mintAccount('partner');
    const [made, other] = [await mintCreator(partner.key), await mintCreator(partner.key)];
    expect((await patch(partner.key, made.id, { bio: 'Me', visibility: 'network' }, made.id)).status).toBe(
      200,
    );
    for (const body of [
      { status: 'paused' },
      { notes: 'x' },
      { tags: [] },
      { brands: [] },
      { takeRate: null },
    ]) {
      expect((await patch(partner.key, made.id, body, made.id)).status).toBe(403);
    }
    expect((await get(partner.key, other.id, made.id)).status).toBe(404);
    expect((await patch(partner.key, other.id, { bio: 'x' }, made.id)).status).toBe(404);
    expect((await call('GET', '/v1/creators', { key: partner.key, as: made.id })).status).toBe(403);
  });

  it('leaves the profile of a claimed creator to its person, and says that it is claimed', async () => {
    const partner = await mintAccount('partner');
    const made = await mintCreator(partner.key);
    await testEnv.DB.prepare('UPDATE creators SET claimed_at = 1 WHERE id = ?').bind(made.id).run();
    expect((await get(partner.key, made.id)).body.data.claim).toEqual({ status: 'claimed' });
    expect((await patch(partner.key, made.id, { bio: 'x' })).status).toBe(403);
    expect((await patch(partner.key, made.id, { visibility: 'network' })).status).toBe(403);
    expect((await patch(partner.key, made.id, { notes: 'x' })).status).toBe(200);
    expect((await get(partner.key, made.id, made.id)).body.error.code).toBe('account_not_reachable');
  });

  it('moves the status of a roster creator; removed and invited ones have to accept again', async () => {
    const partner = await mintAccount('partner');
    const brand = await mintAccount();
    const made = await mintCreator(partner.key);
    for (const status of ['paused', 'live', 'removed', 'live']) {
      expect((await patch(partner.key, made.id, { status })).body.data.status).toBe(status);
    }
    await takenOver(made.id, made.email);
    await call('POST', '/v1/creators', { key: brand.key, body: { email: made.email } });
    expect((await patch(brand.key, made.id, { status: 'paused' })).status).toBe(409);
    expect((await patch(brand.key, made.id, { status: 'removed' })).body.data.status).toBe('removed');
    expect((await patch(brand.key, made.id, { status: 'live' })).status).toBe(409);
    const again = await call('POST', '/v1/creators', { key: brand.key, body: { email: made.email } });
    expect([again.status, again.body.data.status]).toEqual([201, 'invited']);
  });
});
