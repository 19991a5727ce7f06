// What keys, apps and frames do, where it touches money, consent, keys, the set-up of payouts or running ads.
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/auth/actor.ts';
import { auditOperations } from '../../../../src/domains/accounts/audit/operations.ts';
import type { ApiRoute } from '../../../../src/http/define-route.ts';
import { connected, mintScene } from '../../../harness/people/apps.ts';
import { listedBy, performed, personOf } from '../../../harness/people/person.ts';
import { routes } from '../../../harness/routes.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { mintEmbedScene, openFrame } from '../../../harness/work/embeds.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

/** By what it touches: every write of a key or app that is in the log. */
const LOGGED = {
  money: [
    'createPayment',
    'updatePayment',
    'createWithdrawal',
    'createRetainer',
    'updateRetainer',
    'createProgram',
    'updateProgram',
    'updateSubmission',
    'updateCreative',
    'updateConversion',
  ],
  consent: [
    'createCreator',
    'updateCreator',
    'createApplication',
    'updateApplication',
    'updateRelationship',
    'createAgreement',
    'updateAgreement',
    'createAgreementVersion',
    'resendCreatorInvitation',
    'createAdAuthorization',
    'updateAdAuthorization',
  ],
  accounts: ['updateAccount', 'updateOrganizationProfile', 'createBrand', 'updateBrand', 'updateCurrentKey'],
  // Cards and payouts are set up by a connection.
  connections: ['createConnection', 'updateConnection'],
  ads: [
    'createCampaign',
    'updateCampaign',
    'updateAdSet',
    'updateAd',
    'copyAdSet',
    'copyAd',
    'approveAdsPlan',
    'rejectAdsPlan',
    'executeAdsPlan',
    'cancelAdsPlan',
  ],
};

/** What is not in the log, and why. */
const NOT_LOGGED = {
  'It is data, and often thousands of records an hour.': [
    'createPixelEvent',
    'createEventBatch',
    'createConversion',
    'createFile',
    'updateFile',
    'createLogo',
    'createSync',
  ],
  'It says something, and the record names who said it.': [
    'createThread',
    'updateThread',
    'createMessage',
    'updateMessage',
    'createSubmission',
  ],
  'It commits nobody: no money, no yes, no ad that runs.': [
    'createPixel',
    'updatePixel',
    'createProduct',
    'updateProduct',
    'createSample',
    'updateSample',
    'updatePost',
    'createCreatorCode',
    'updateCreatorCode',
    'updateAdDefaults',
    'createAdTemplate',
    'updateAdTemplate',
    'copyCampaign',
    'preflightCampaign',
    'createAdsPlan',
    'redeliverEvent',
    'createTestEvent',
  ],
  'It opens a frame for a quarter of an hour; what the frame does is in the log.': [
    'createEmbed',
    'updateEmbed',
  ],
};

const api = routes.filter((one): one is ApiRoute => one.kind === 'api');
const list = (actor: Actor, query: Record<string, string> = {}) =>
  listedBy(actor, auditOperations.listAuditEntries, { query });
const describeBrand = (key: string, description: string, as?: string) =>
  call('PATCH', '/v1/account', { key, body: { description }, ...(as && { as }) });

it('has every write of keys, or a reason for leaving it out', () => {
  const writes = api.filter(
    ({ access }) => access.kind === 'key' && access.level === 'write' && !access.people,
  );
  const logged = writes.filter((one) => one.logged).map(({ operationId }) => operationId);
  expect(logged.toSorted()).toEqual(Object.values(LOGGED).flat().toSorted());
  const others = writes.filter((one) => !one.logged).map(({ operationId }) => operationId);
  expect(others.toSorted()).toEqual(Object.values(NOT_LOGGED).flat().toSorted());
});

describe('a key', () => {
  it('is in the log with its name, what it decided and from where, for what took effect', async () => {
    const brand = await mintAccount();
    const owner = await personOf(brand);
    const program = await mintProgram(brand.key);
    const published = await call('PATCH', `/v1/programs/${program.id}`, {
      key: brand.key,
      body: { status: 'live' },
      headers: { 'CF-Connecting-IP': '203.0.113.7', 'User-Agent': 'shop/2.1' },
    });
    expect(published.status).toBe(200);
    const refused = [
      await call('PATCH', `/v1/programs/${program.id}`, { key: brand.key, body: { status: 'sold' } }),
      await call('PATCH', `/v1/programs/${program.id}`, { key: brand.key, body: { name: 'A', version: 99 } }),
      await call('PATCH', `/v1/programs/${program.id}`, { key: brand.readKey, body: { name: 'A' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 409, 403]);
    await call('POST', '/v1/pixels', {
      key: brand.key,
      body: { name: 'P', domains: ['https://a.example.com'] },
    });
    expect(await list(owner)).toMatchObject([
      {
        by: 'key',
        caller: { id: brand.keyId, name: expect.stringMatching(/\S/) },
        appOf: null,
        partner: null,
        operation: 'updateProgram',
        choice: 'live',
        subject: program.id,
        address: '203.0.113.7',
        browser: 'shop/2.1',
      },
      { by: 'key', operation: 'createProgram', subject: program.id, choice: null },
    ]);
    expect(await list(owner, { caller: owner.callerId })).toEqual([]);
    expect(await list(owner, { caller: brand.keyId })).toHaveLength(2);
    const { callers } = await performed(owner, auditOperations.getAuditFilters);
    expect(callers).toEqual([{ id: brand.keyId, name: expect.stringMatching(/\S/) }]);
  });

  it('leaves one entry for a request that is sent again under its Idempotency-Key', async () => {
    const brand = await mintAccount();
    const send = () =>
      call('POST', '/v1/creators', {
        key: brand.key,
        body: { email: 'once@example.com', name: 'Once' },
        headers: { 'Idempotency-Key': 'once' },
      });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await list(await personOf(brand))).toMatchObject([
      { operation: 'createCreator', subject: first.body.data.id },
    ]);
  });

  it('of a partner is in the logs of both, and its name in the own alone', async () => {
    const partner = await mintAccount('partner', { name: 'Agency' });
    const client = await mintAccount('brand', { managedBy: partner.id, name: 'Client' });
    expect((await describeBrand(partner.key, 'By the agency', client.id)).status).toBe(200);
    const key = { by: 'key', operation: 'updateAccount', partner: { id: partner.id, name: 'Agency' } };
    const name = expect.stringMatching(/\S/);
    expect(await list(await personOf(client))).toMatchObject([
      { ...key, caller: { id: partner.keyId, name: '' } },
    ]);
    expect(await list(await personOf(partner))).toMatchObject([
      { ...key, caller: { id: partner.keyId, name }, account: { id: client.id, name: 'Client' } },
    ]);
    const { callers } = await performed(await personOf(client), auditOperations.getAuditFilters);
    expect(callers).toEqual([{ id: partner.keyId, name: '' }]);
  });

  it('that acts as a creator is in the log of the account that answers for the creator', async () => {
    const brand = await mintAccount();
    const creator = await mintCreator(brand.key);
    const changed = await call('PATCH', `/v1/creators/${creator.id}`, {
      key: brand.key,
      as: creator.id,
      body: { bio: 'Cooks' },
    });
    expect(changed.status).toBe(200);
    const [entry] = await list(await personOf(brand));
    expect(entry).toMatchObject({ by: 'key', operation: 'updateCreator', creator: creator.id });
  });
});

describe('an app', () => {
  it('is in the log by its name, with the person who allowed it, also after its maker has renamed it', async () => {
    const { app, brand, owner } = await mintScene();
    const tokens = await connected(owner, app);
    expect((await describeBrand(tokens.access_token, 'By an app')).status).toBe(200);
    await testEnv.DB.prepare("UPDATE oauth_apps SET name = 'Renamed' WHERE id = ?").bind(app.id).run();
    const [entry] = await list(owner, { operation: 'updateAccount' });
    expect(entry!.caller.name).not.toBe('Renamed');
    expect(entry).toMatchObject({
      by: 'app',
      caller: { id: app.id, name: expect.stringMatching(/\S/) },
      appOf: { id: owner.callerId, name: 'Ada' },
      account: { id: brand.id },
    });
    expect(await list(owner, { caller: app.id })).toHaveLength(1);
    const { callers } = await performed(owner, auditOperations.getAuditFilters);
    expect(callers).toContainEqual(entry!.caller);
  });
});

describe('a frame', () => {
  it('is in the log of the account whose site shows it, with the creator', async () => {
    const scene = await mintEmbedScene();
    const { token } = await openFrame(scene);
    const applied = await call('POST', '/v1/applications', {
      key: token,
      body: { program: scene.program },
      headers: { 'CF-Connecting-IP': '203.0.113.8', 'User-Agent': 'Mozilla/5.0 (X11) Firefox/140' },
    });
    expect(applied.status).toBe(201);
    const [entry] = await list(await personOf(scene.brand as Minted));
    expect(entry).toMatchObject({
      by: 'embed',
      caller: { id: 'embed', name: '' },
      operation: 'createApplication',
      creator: scene.creator,
      subject: applied.body.data.id,
      address: null,
      browser: null,
    });
  });
});
