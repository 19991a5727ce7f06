import { afterEach, describe, expect, it } from 'vitest';
import { takeOver } from '../../../../src/domains/work/claims/take-over.ts';
import { closePartedSamples } from '../../../../src/domains/work/samples/close-samples.ts';
import { eraseAddresses } from '../../../../src/domains/work/samples/erase-addresses.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { eventsOf, mintCreator } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import {
  ADDRESS,
  ask,
  change,
  MARKER,
  mintProductToSend,
  offer,
  read,
  type SampleScene,
  sampleScene,
  tablesWith,
} from '../../../harness/work/samples.ts';
import { reasonOf } from '../../../harness/work/submissions.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

afterEach(() => clock.release());

const SHOWN = { ...ADDRESS, country: 'US', phone: '+15125550100', company: null, line2: null };
const done = async (scene: SampleScene, id: string, ...statuses: string[]) => {
  for (const status of statuses)
    expect((await change(scene, 'brand', id, { status })).status, status).toBe(200);
};

describe('a sample that a creator asks for', () => {
  it('shows its address to the brand from approval on, and goes to delivered', async () => {
    const scene = await sampleScene({ variants: [{ id: 'eu-41', title: '41' }] });
    const made = await ask(scene, { variant: 'eu-41', note: 'For the first video' });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({ status: 'pending', variant: 'eu-41', offered: false });
    const { id } = made.body.data;
    expect((await read(scene, 'brand', id)).body.data.address).toBeNull();
    expect((await read(scene, 'creator', id)).body.data.address).toEqual(SHOWN);
    const approved = await change(scene, 'brand', id, { status: 'approved', version: 1 });
    expect(approved.body.data).toMatchObject({ status: 'approved', address: SHOWN });
    const { body } = await call('GET', '/v1/samples?status=approved', { key: scene.brand.key });
    expect(body.data).toEqual([approved.body.data]);
    const trackingUrl = 'https://carrier.example/1';
    const shipped = await change(scene, 'brand', id, { status: 'shipped', trackingUrl });
    expect(shipped.body.data).toMatchObject({ status: 'shipped', trackingUrl });
    await done(scene, id, 'delivered');
    expect((await change(scene, 'brand', id, { status: 'shipped', version: 1 })).status).toBe(409);
    const types = (await eventsOf(scene.brand.id)).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('sample.'))).toEqual([
      'sample.created',
      'sample.approved',
      'sample.shipped',
    ]);
  });

  it('is one of each product, five of an account', async () => {
    const scene = await sampleScene();
    const first = await ask(scene);
    expect(first.status).toBe(201);
    expect((await ask(scene)).status).toBe(409);
    expect((await offer(scene)).status).toBe(409);
    for (let n = 0; n < 4; n++)
      expect((await ask(scene, { product: await mintProductToSend(scene.brand.key) })).status).toBe(201);
    const sixth = { product: await mintProductToSend(scene.brand.key) };
    expect(reasonOf(await ask(scene, sixth))).toEqual([422, 'sample_limit']);
    await done(scene, first.body.data.id, 'rejected');
    // Two at once for the last place: one of them has it.
    const both = await Promise.all([ask(scene, sixth), ask(scene)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  it('needs a product that the creator sees, a place in a program, and both to go on', async () => {
    const scene = await sampleScene();
    const [hidden, archived] = [
      await mintProductToSend(scene.brand.key, { sampleable: false }),
      await mintProductToSend(scene.brand.key),
    ];
    await call('PATCH', `/v1/products/${archived}`, { key: scene.brand.key, body: { status: 'archived' } });
    const stranger = await sampleScene();
    for (const product of [hidden, archived, stranger.product, `prod_${'0'.repeat(26)}`])
      expect(reasonOf(await ask(scene, { product }))).toEqual([422, 'product_not_found']);
    expect(reasonOf(await offer(scene, { product: hidden }))).toEqual([422, 'product_not_sampleable']);
    expect(reasonOf(await offer(scene, { product: stranger.product }))).toEqual([422, 'product_not_found']);
    expect(reasonOf(await offer(scene, { creator: stranger.creator.as }))).toEqual([422, 'not_agreed']);
    // An answer does not tell whether a program is there that the creator has no place in.
    const unseen = [
      (await mintProgram(scene.brand.key)).id,
      (await mintProgram(scene.brand.key, { products: [scene.product] })).id,
      ...[stranger.program, `prog_${'0'.repeat(26)}`],
    ];
    for (const program of unseen)
      expect(reasonOf(await ask(scene, { program }))).toEqual([422, 'application_not_approved']);
    expect(reasonOf(await offer(scene, { program: stranger.program }))).toEqual([422, 'program_not_found']);
    expect(reasonOf(await ask(scene, { program: scene.program }))).toEqual([422, 'product_not_in_program']);
    const paths = async (body: object) =>
      (await ask(scene, body)).body.error.details.map(({ path }: { path: string }) => path);
    expect(await paths({ variant: 'x' })).toEqual(['/variant']);
    expect(await paths({ address: undefined })).toEqual(['/address']);
    expect(await paths({ address: { ...ADDRESS, country: 'XX', line1: '' } })).toEqual(
      expect.arrayContaining(['/address/country', '/address/line1']),
    );
    await call('PATCH', `/v1/creators/${scene.creator.as}`, {
      key: scene.brand.key,
      body: { status: 'paused' },
    });
    expect(reasonOf(await ask(scene))).toEqual([422, 'creator_paused']);
    expect(reasonOf(await offer(scene))).toEqual([422, 'creator_paused']);
    await call('PATCH', `/v1/creators/${scene.creator.as}`, {
      key: scene.brand.key,
      body: { status: 'live' },
    });
    await call('PATCH', `/v1/applications/${scene.application}`, {
      key: scene.brand.key,
      body: { status: 'rejected' },
    });
    expect(reasonOf(await ask(scene))).toEqual([422, 'application_not_approved']);
    // Offering needs no application.
    expect((await offer(scene)).status).toBe(201);
  });
});

describe('a sample that a brand offers', () => {
  it("waits for the address, which is the creator's yes", async () => {
    const scene = await sampleScene();
    expect((await offer(scene, { address: ADDRESS })).status).toBe(403);
    const { id } = (await offer(scene)).body.data;
    expect((await change(scene, 'brand', id, { status: 'approved' })).status).toBe(409);
    expect((await change(scene, 'brand', id, { address: ADDRESS })).status).toBe(403);
    expect((await change(scene, 'creator', id, { status: 'approved' })).status).toBe(422);
    const said = await change(scene, 'creator', id, { status: 'approved', address: ADDRESS });
    expect(said.body.data).toMatchObject({ status: 'approved', address: SHOWN });
    const moved = await change(scene, 'creator', id, { address: { ...ADDRESS, city: 'Boston' } });
    expect(moved.status).toBe(200);
    expect((await read(scene, 'brand', id)).body.data.address.city).toBe('Boston');
    expect((await change(scene, 'creator', id, { status: 'rejected' })).body.data.address).toBeNull();
  });
});

describe('who reads and writes', () => {
  it('is the two sides, and a partner for its client', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const creator = await mintCreator(partner.key, {}, client.id);
    const product = await mintProductToSend(client.key);
    const body = { product, creator: creator.id };
    const made = await call('POST', '/v1/samples', { key: partner.key, as: client.id, body });
    expect(made.status).toBe(201);
    const path = `/v1/samples/${made.body.data.id}`;
    const of = async (key: string, as?: string) =>
      (await call('GET', path, { key, ...(as && { as }) })).status;
    expect([await of(partner.key), await of(partner.key, client.id)]).toEqual([404, 200]);
    expect(await of((await mintAccount()).key)).toBe(404);
    const list = await call('GET', '/v1/samples?scope=clients', { key: partner.key });
    expect(list.body.data).toHaveLength(1);
    await testEnv.DB.prepare("UPDATE accounts SET status = 'ended' WHERE id = ?").bind(client.id).run();
    const ended = { key: client.key, body: { status: 'rejected' } };
    expect((await call('PATCH', path, ended)).status).toBe(403);
    expect(await of(client.key)).toBe(200);
    // Nobody sends on behalf of a brand that has ended.
    const accepted = { key: partner.key, as: creator.id, body: { address: ADDRESS } };
    expect((await call('PATCH', path, accepted)).status).toBe(409);
  });
});

describe('an address', () => {
  it('lies nowhere in plain text, and nowhere at all once the sample is rejected', async () => {
    const scene = await sampleScene();
    const headers = { 'Idempotency-Key': 'once' };
    const { id } = (await ask(scene, {}, { headers })).body.data;
    const again = await ask(scene, {}, { headers });
    expect(again.body.data.id).toBe(id);
    await done(scene, id, 'approved');
    expect(await tablesWith(MARKER)).toEqual([]);
    await done(scene, id, 'rejected');
    expect((await read(scene, 'creator', id)).body.data.address).toBeNull();
    const row = await testEnv.DB.prepare('SELECT address FROM samples WHERE id = ?').bind(id).first();
    expect(row).toEqual({ address: null });
  });

  it('is erased 30 days after delivery, 120 days after shipping at the latest', async () => {
    const start = clock.now();
    const [short, long] = [await sampleScene(), await sampleScene()];
    const made = await Promise.all([ask(short), ask(long)]);
    const ids = made.map(({ body }) => body.data.id);
    await done(short, ids[0], 'approved', 'shipped', 'delivered');
    await done(long, ids[1], 'approved', 'shipped');
    const left = async (days: number) => {
      clock.hold(start + days * DAY_MS);
      await eraseAddresses(systemCtx());
      return [
        (await read(short, 'brand', ids[0])).body.data.address !== null,
        (await read(long, 'creator', ids[1])).body.data.address !== null,
      ];
    };
    expect(await left(29)).toEqual([true, true]);
    expect(await left(31)).toEqual([false, true]);
    expect(await left(119)).toEqual([false, true]);
    // Arrived late, it does not stay for longer.
    await done(long, ids[1], 'delivered');
    expect(await left(121)).toEqual([false, false]);
  });

  it('goes with a sample that is not answered or sent for 120 days after it was given', async () => {
    const start = clock.now();
    const scene = await sampleScene();
    const more = async () => ({ product: await mintProductToSend(scene.brand.key) });
    const asked = (await ask(scene)).body.data.id;
    const offered = (await offer(scene, await more())).body.data.id;
    const moved = (await ask(scene, await more())).body.data.id;
    const on = (days: number) => clock.hold(start + days * DAY_MS);
    on(1);
    const given = await change(scene, 'creator', offered, { address: ADDRESS });
    expect(given.body.data.status).toBe('approved');
    on(50);
    await change(scene, 'creator', moved, { address: ADDRESS });
    // What the brand writes prolongs nothing.
    await change(scene, 'brand', asked, { note: 'Soon' });
    const states = async () => {
      await Promise.all([eraseAddresses(systemCtx()), eraseAddresses(systemCtx())]);
      const answers = await Promise.all([asked, offered, moved].map((id) => read(scene, 'creator', id)));
      return answers.map(({ body }) => [body.data.status, body.data.address !== null]);
    };
    on(119);
    expect(await states()).toEqual([
      ['pending', true],
      ['approved', true],
      ['pending', true],
    ]);
    on(120.1);
    expect(await states()).toEqual([
      ['rejected', false],
      ['approved', true],
      ['pending', true],
    ]);
    on(122);
    expect(await states()).toEqual([
      ['rejected', false],
      ['rejected', false],
      ['pending', true],
    ]);
    on(170);
    expect((await states())[2]).toEqual(['rejected', false]);
    const types = (await eventsOf(scene.brand.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'sample.rejected')).toHaveLength(3);
  });

  it('goes with the relationship', async () => {
    const [ended, parted] = [await sampleScene(), await sampleScene()];
    const ids = [(await ask(ended)).body.data.id, (await ask(parted)).body.data.id];
    const gone = { product: await mintProductToSend(ended.brand.key) };
    const sent = (await ask(ended, gone)).body.data.id;
    await done(ended, sent, 'approved', 'shipped');
    const body = { status: 'removed' };
    await call('PATCH', `/v1/creators/${ended.creator.as}`, { key: ended.brand.key, body });
    expect((await read(ended, 'brand', ids[0])).body.data.status).toBe('rejected');
    // What was sent stays in common, without what would reach the creator.
    const common = (await read(ended, 'brand', sent)).body.data;
    expect(common).toMatchObject({ status: 'shipped', address: null });
    await testEnv.DB.prepare("UPDATE creator_relationships SET consent = 'ended' WHERE creator_id = ?")
      .bind(parted.creator.as)
      .run();
    await closePartedSamples(systemCtx());
    await closePartedSamples(systemCtx());
    expect((await read(parted, 'brand', ids[1])).body.data.status).toBe('rejected');
    const types = (await eventsOf(parted.brand.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'sample.rejected')).toHaveLength(1);
  });

  it('that somebody else wrote goes when its person takes the record over', async () => {
    const scene = await sampleScene();
    const { id } = (await ask(scene)).body.data;
    await done(scene, id, 'approved');
    const email = await testEnv.DB.prepare('SELECT email FROM creators WHERE id = ?')
      .bind(scene.creator.as)
      .first<string>('email');
    await testEnv.DB.prepare(
      "INSERT INTO verified_emails (email, person_id, verified_at) VALUES (?, 'user_x', 1)",
    )
      .bind(email)
      .run();
    const ctx = systemCtx();
    await takeOver(ctx, 'user_x', scene.creator.as);
    await ctx.write.commit();
    expect((await read(scene, 'brand', id)).body.data).toMatchObject({ status: 'rejected', address: null });
  });
});

describe('what a stranger sends', () => {
  it('is refused with its field, and reaches nobody else', async () => {
    const [scene, other] = [await sampleScene({ accessCode: 'OURS' }), await sampleScene()];
    const bad = {
      lastName: 'A\r\nBcc: x@y.example',
      line1: 'x'.repeat(101),
      line2: 'left\u2028right',
      postalCode: '1'.repeat(21),
      country: '<b>',
      phone: 'call me',
    };
    const told = await ask(scene, { address: { ...ADDRESS, ...bad } });
    expect(told.status).toBe(422);
    expect(told.body.error.details.map(({ path }: { path: string }) => path).sort()).toEqual(
      Object.keys(bad)
        .map((field) => `/address/${field}`)
        .sort(),
    );
    expect(JSON.stringify(told.body)).not.toContain('Bcc');
    expect((await ask(scene, { address: { ...ADDRESS, city: 'x'.repeat(1_500_000) } })).status).toBe(413);
    const { id } = (await ask(scene)).body.data;
    await done(scene, id, 'approved');
    for (const side of ['brand', 'creator'] as const) {
      expect((await read(other, side, id)).status).toBe(404);
      expect((await read(other, side, id, '?expand=accessCode')).status).toBe(404);
      expect((await change(other, side, id, { status: 'rejected' })).status).toBe(404);
    }
    const spied = await call('GET', `/v1/samples?creator=${scene.creator.as}`, other.creator);
    expect(spied.body.data).toEqual([]);
    expect((await ask(other, { creator: scene.creator.as })).status).toBe(403);
    expect((await read(scene, 'brand', id)).body.data.status).toBe('approved');
  });
});

describe('the access code', () => {
  const code = async (scene: SampleScene, side: 'brand' | 'creator', id: string) => {
    const { status, body } = await read(scene, side, id, '?expand=accessCode');
    return [status, body.data?.accessCode];
  };

  it('is shown to the account and, once approved, to the creator; its readings are kept', async () => {
    const scene = await sampleScene({ accessCode: 'OPEN-SESAME' });
    const { id } = (await ask(scene)).body.data;
    expect(await code(scene, 'brand', id)).toEqual([200, 'OPEN-SESAME']);
    expect(await code(scene, 'creator', id)).toEqual([403, undefined]);
    expect((await read(scene, 'brand', id)).body.data).not.toHaveProperty('accessCode');
    await done(scene, id, 'approved');
    expect(await code(scene, 'creator', id)).toEqual([200, 'OPEN-SESAME']);
    expect(await tablesWith('OPEN-SESAME')).toEqual([]);
    const readings = await testEnv.DB.prepare(
      'SELECT times FROM product_code_readings WHERE product_id = ? ORDER BY rowid',
    )
      .bind(scene.product)
      .all();
    expect(readings.results).toEqual([{ times: 1 }, { times: 1 }]);
    await done(scene, id, 'rejected');
    expect((await code(scene, 'creator', id))[0]).toBe(403);
  });
});
