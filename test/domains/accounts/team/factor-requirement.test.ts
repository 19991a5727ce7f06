// An account that requires a second factor of its people.
import { afterEach, describe, expect, it } from 'vitest';
import { findActorAt } from '../../../../src/auth/person.ts';
import * as clock from '../../../harness/clock.ts';
import { ask, browserOf, send } from '../../../harness/pages/pages.ts';
import { givePassword, type MintedPerson, mintPerson } from '../../../harness/people/people.ts';
import { FACTOR_PATH, forced, setUpFactor } from '../../../harness/people/second-factors.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

const PASSWORD = 'correct horse battery';
afterEach(() => clock.release());

describe('an account that requires a second factor', () => {
  it('shows nothing to its people without one, here and in what they opened before, and lets keys go on', async () => {
    clock.hold();
    const [partner, brand, another] = await Promise.all([
      mintAccount('partner', { name: 'Harbor Agency' }),
      mintAccount(),
      mintAccount(),
    ]);
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
      .bind(partner.id, brand.id)
      .run();
    const owner = await mintPerson({ [brand.id]: 'owner' });
    const [admin, member, agent] = await Promise.all([
      mintPerson({ [brand.id]: 'admin' }),
      mintPerson({ [brand.id]: 'member', [another.id]: 'member' }),
      mintPerson({ [partner.id]: 'owner' }),
    ]);
    await givePassword(PASSWORD, [owner.id, member.id]);
    const team = `/app/${brand.id}/team`;
    const opens = async (person: MintedPerson, path = `/app/${brand.id}/programs`) =>
      (await ask(browserOf(person), path)).status;
    // Who has none would be locked out, and nobody else decides.
    expect((await forced(browserOf(owner), owner, team, 'requireFactor')).status).toBe(409);
    for (const one of [admin, agent])
      expect((await forced(browserOf(one), one, team, 'requireFactor')).status).toBe(403);
    await setUpFactor(browserOf(owner));
    expect((await send(browserOf(owner), team, 'requireFactor')).status).toBe(303);
    // A partner's people are not the brand's.
    expect(await Promise.all([owner, admin, member, agent].map((one) => opens(one)))).toEqual([
      200, 303, 303, 200,
    ]);
    const led = await ask(browserOf(member), team);
    expect(led.headers.get('location')).toBe(FACTOR_PATH);
    expect((await forced(browserOf(member), member, team, 'leave')).headers.get('location')).toBe(
      FACTOR_PATH,
    );
    expect(await opens(member, `/app/${another.id}/team`)).toBe(200);
    expect(await findActorAt(testEnv, member.session, brand.id, clock.now())).toBeNull();
    expect((await call('GET', '/v1/account', { key: brand.key })).status).toBe(200);
    await setUpFactor(browserOf(member));
    expect(await opens(member)).toBe(200);
    expect(await findActorAt(testEnv, member.session, brand.id, clock.now())).not.toBeNull();
    expect((await send(browserOf(owner), team, 'releaseFactor')).status).toBe(303);
    expect(await opens(admin)).toBe(200);
    // That of the partner holds for its people at a client too.
    await testEnv.DB.prepare('INSERT INTO factor_requirements VALUES (?, ?, 1)')
      .bind(partner.id, agent.id)
      .run();
    expect(await Promise.all([opens(agent), opens(admin), opens(await mintPerson())])).toEqual([
      303, 200, 404,
    ]);
    const { headers } = await ask(browserOf(agent), team);
    expect(decodeURIComponent(headers.get('set-cookie')!)).toContain(
      'Harbor Agency requires a second factor',
    );
  });
});
