// Nobody can get a name that looks like the service's own, or that has invisible characters, wherever names
// are written.
import { describe, expect, it } from 'vitest';
import { updatePerson } from '../../src/domains/accounts/people/update-person.ts';
import { signUp } from '../../src/domains/accounts/sign-ups/sign-up.ts';
import { commit, mintPerson } from '../harness/people/people.ts';
import { mintCreator } from '../harness/work/creators.ts';
import { call, type Minted, mintAccount, testEnv } from '../harness/world.ts';

const OURS = ['Service', 'ЅЕRVІСЕ Team', 'Official Service', 'Serv\u0131ce payments'];
const HIDDEN = ['Ada\nLovelace', 'Ada\u202e', '\u3164', `A${'\u0336'.repeat(60)}`];

async function refused(way: (name: string) => Promise<unknown>, names: string[], path: string) {
  for (const name of names)
    await expect(way(name), name).rejects.toMatchObject({
      code: 'validation_failed',
      details: [expect.objectContaining({ path })],
    });
}

/** A write through the API that throws its error. */
const writing =
  (method: string, path: string, { key }: Minted, field = 'name', more = {}) =>
  async (name: string) => {
    const answer = await call(method, path, { key, body: { ...more, [field]: name } });
    if (answer.status >= 400) throw answer.body.error;
    return answer.body.data;
  };

describe('a name', () => {
  it('of an account or a client brand is not ours, and is seen', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    for (const way of [
      writing('PATCH', '/v1/account', partner),
      writing('POST', '/v1/brands', partner),
      writing('PATCH', `/v1/brands/${client.id}`, partner),
    ]) {
      await refused(way, [...OURS, ...HIDDEN], '/name');
      await way('Room Service');
    }
  });

  it('of a creator is not ours either, nor is a handle; an address of such a name makes none', async () => {
    const brand = await mintAccount();
    const { id } = await mintCreator(brand.key);
    const add = writing('POST', '/v1/creators', brand, 'name', { email: 'mia@names.example' });
    await refused(add, [...OURS, ...HIDDEN], '/name');
    const rename = writing('PATCH', `/v1/creators/${id}`, brand);
    await refused(rename, [...OURS, ...HIDDEN], '/name');
    await refused(writing('PATCH', `/v1/creators/${id}`, brand, 'handle'), ['service_support'], '/handle');
    await rename('Zoë Đặng');
    const added = await call('POST', '/v1/creators', {
      key: brand.key,
      body: { email: 'service.support@names.example' },
    });
    expect(added.body.data.name).toBe('Creator');
  });

  it('of a person or what a person signs up for is not ours', async () => {
    const { id } = await mintPerson();
    await refused((name) => commit((ctx) => updatePerson(ctx, id, name)), OURS, '/name');
    const join = (name: string, company: string) =>
      commit((ctx) =>
        signUp(
          ctx,
          { name, company, email: 'a@names.example', password: 'long enough', profile: 'brand' },
          null,
        ),
      );
    await refused((name) => join(name, 'Harbor'), OURS, '/name');
    await refused((name) => join('Ada', name), OURS, '/company');
  });

  it('that an account has already stays when the rest of it is changed', async () => {
    const brand = await mintAccount();
    await testEnv.DB.prepare("UPDATE accounts SET name = 'Service Team' WHERE id = ?").bind(brand.id).run();
    await writing('PATCH', '/v1/account', brand, 'name', { description: 'Shoes.' })('Service Team');
  });
});
