// Whether agreements wait for a creator, as an account reads it on the creator's record.
import { expect, it } from 'vitest';
import { mintAgreement, mintCreator, mintFile } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

it('says of a creator whether agreements of the reader wait for it', async () => {
  const [brand, partner] = [await mintAccount(), await mintAccount('partner')];
  const id = await mintAgreement(brand.id);
  const options = { status: 'live', visibility: 'network', agreements: [id] };
  const program = (await mintProgram(brand.key, options)).id;
  const { id: creator } = await mintCreator(partner.key, { visibility: 'network' });
  const read = async (key: string) => {
    const one = (await call('GET', `/v1/creators/${creator}`, { key })).body.data;
    const listed = (await call('GET', '/v1/creators?limit=100', { key })).body.data;
    expect(listed.find((other: { id: string }) => other.id === creator)).toMatchObject({
      agreementsRequired: one.agreementsRequired,
    });
    return one.agreementsRequired;
  };
  const body = { program, creator };
  const application = (await call('POST', '/v1/applications', { key: brand.key, body })).body.data.id;
  expect(await read(brand.key), 'before the creator has agreed').toBeNull();
  const path = `/v1/applications/${application}`;
  await call('PATCH', path, { key: partner.key, as: creator, body: { status: 'approved' } });
  expect([await read(brand.key), await read(partner.key)]).toEqual([false, false]);

  const next = { file: await mintFile(brand.id, 'agreement'), title: 'Terms 2' };
  await call('POST', `/v1/agreements/${id}/versions`, { key: brand.key, body: next });
  expect([await read(brand.key), await read(partner.key)]).toEqual([true, false]);
  const own = (await call('GET', `/v1/creators/${creator}`, { key: partner.key, as: creator })).body.data;
  expect(own.agreementsRequired).toBeNull();
  await call('PATCH', `/v1/agreements/${id}`, { key: brand.key, body: { status: 'archived' } });
  expect(await read(brand.key)).toBe(false);

  const toAll = await mintAgreement(brand.id, { applicability: ['creator_relationship'] });
  expect(await read(brand.key)).toBe(true);
  const { body: added } = await call('POST', '/v1/creators', {
    key: brand.key,
    body: { email: `new.${toAll}@mail.example` },
  });
  expect(added.data.agreementsRequired, 'of a creator who is just added').toBe(true);
});

it('counts the agreements of a retainer that is offered and of an application that waits, as their own lists do', async () => {
  const brand = await mintAccount();
  const { id: creator } = await mintCreator(brand.key);
  const ofRetainers = await mintAgreement(brand.id, { applicability: ['retainer'] });
  const read = async () =>
    (await call('GET', `/v1/creators/${creator}`, { key: brand.key })).body.data.agreementsRequired;
  const waiting = async (agreement: string) =>
    (await call('GET', `/v1/agreements/${agreement}/pending-acceptances`, { key: brand.key })).body.data
      .length;
  expect(await read()).toBe(false);
  const offer = { creator, pay: { base: 10_000 } };
  const { id: retainer } = (await call('POST', '/v1/retainers', { key: brand.key, body: offer })).body.data;
  expect([await read(), await waiting(ofRetainers)]).toEqual([true, 1]);
  await testEnv.DB.prepare("UPDATE retainers SET status = 'active' WHERE id = ?").bind(retainer).run();
  expect([await read(), await waiting(ofRetainers)], 'once it runs').toEqual([false, 0]);

  const named = await mintAgreement(brand.id);
  const options = { status: 'live', visibility: 'network', agreements: [named] };
  const program = (await mintProgram(brand.key, options)).id;
  await call('POST', '/v1/applications', { key: brand.key, body: { program, creator } });
  expect([await read(), await waiting(named)]).toEqual([true, 1]);
});
