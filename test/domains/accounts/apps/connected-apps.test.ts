// Which apps are connected to an account, and what is forgotten of them.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/auth/actor.ts';
import { appOperations } from '../../../../src/domains/accounts/apps/operations.ts';
import { runJobs } from '../../../../src/jobs/run-jobs.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import {
  asked,
  authorizeQuery,
  connected,
  consented,
  mintScene,
  type OwnApp,
  register,
  type Tokens,
} from '../../../harness/apps.ts';
import * as clock from '../../../harness/clock.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { perform, performed, personOf } from '../../../harness/person.ts';
import { mintAccount, testEnv } from '../../../harness/world.ts';

interface Scene {
  app: OwnApp;
  brand: { id: string };
  owner: Actor;
  tokens: Tokens;
}

const clientOf = (body: Record<string, string>) => ({
  clientId: body.client_id!,
  secret: body.client_secret!,
});

async function scene(): Promise<Scene> {
  const { app, brand, owner } = await mintScene();
  return { app, brand, owner, tokens: await connected(owner, app) };
}

describe('connected apps', () => {
  let all: Scene;
  beforeAll(async () => {
    all = await scene();
  });

  it('are shown with who connected them; a member sees and disconnects its own, and nobody a foreign one', async () => {
    const { app, brand, owner } = all;
    const member = await personOf(brand, 'member');
    await connected(member, app);
    await connected(member, app);
    const shown = await performed(owner, appOperations.listGrants);
    expect(shown).toHaveLength(2);
    expect(shown).toContainEqual(
      expect.objectContaining({ appId: app.id, name: 'Planner', personId: owner.callerId, access: 'write' }),
    );
    const own = await performed(member, appOperations.listGrants);
    expect(own).toMatchObject([{ personId: member.callerId, access: 'read' }]);
    const disconnect = (actor: Actor, personId: string) =>
      perform(actor, appOperations.disconnectApp, { params: { id: app.id }, body: { personId } });
    const stranger = await personOf(await mintAccount());
    for (const actor of [member, stranger]) {
      await expect(disconnect(actor, owner.callerId)).rejects.toMatchObject({ code: 'not_found' });
    }
    await disconnect(member, member.callerId);
    expect(await performed(member, appOperations.listGrants)).toEqual([]);
    expect(await performed(owner, appOperations.listGrants)).toHaveLength(1);
  });

  it('that registered themselves go after 24 hours if nobody was asked, and after 30 days if unused, with all that is over', async () => {
    const { owner, app } = all;
    const { body: used } = await register({ client_name: 'Used', redirect_uris: ['http://127.0.0.1/cb'] });
    const { body: unused } = await register({
      client_name: 'Unused',
      redirect_uris: ['http://127.0.0.1/cb'],
    });
    await register({ client_name: 'Never shown', redirect_uris: ['http://127.0.0.1/cb'] });
    const shown = authorizeQuery({ ...clientOf(unused), redirectUri: 'http://127.0.0.1:5/cb' });
    await asked(shown.query);
    const shownAt = async () =>
      (await testEnv.DB.prepare("SELECT shown_at FROM oauth_apps WHERE name = 'Unused'").first())?.shown_at;
    const first = await shownAt();
    expect(first).toBeGreaterThan(0);
    clock.hold();
    clock.advance(1_000);
    await asked(shown.query);
    clock.release();
    expect(await shownAt()).toBe(first);
    await connected(owner, { ...clientOf(used), redirectUri: 'http://127.0.0.1:5/cb' });
    await consented(owner, app);
    const names = async () => {
      const { results } = await testEnv.DB.prepare(
        'SELECT name, registered_from AS place FROM oauth_apps WHERE account_id IS NULL ORDER BY name',
      ).all();
      return results;
    };
    const forget = (at: number) => runJobs(jobsNamed('forget what apps had'), at, testEnv);
    const sweep = (at: number) =>
      runJobs(jobsNamed('forget clients that nobody was asked about'), at, testEnv);
    await sweep(clock.now() + 23 * HOUR_MS);
    expect(await names()).toHaveLength(3);
    await sweep(clock.now() + 25 * HOUR_MS);
    await forget(clock.now() + 29 * DAY_MS);
    expect(await names()).toEqual([
      { name: 'Unused', place: null },
      { name: 'Used', place: null },
    ]);
    await forget(clock.now() + 31 * DAY_MS);
    expect(await names()).toEqual([{ name: 'Used', place: null }]);
    await forget(clock.now() + 396 * DAY_MS);
    await forget(clock.now() + 396 * DAY_MS);
    expect(await names()).toEqual([]);
    for (const table of ['oauth_requests', 'oauth_codes', 'oauth_tokens', 'oauth_grants']) {
      const row = await testEnv.DB.prepare(`SELECT count(*) AS many FROM ${table}`).first();
      expect([table, row]).toEqual([table, { many: 0 }]);
    }
  });
});
