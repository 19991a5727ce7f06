// What a brand and one of its creators do with each other, for the scene of every page.
import { newId } from '../../../src/kit/ids.ts';
import { askToAdvertise, mintToAdvertise } from '../ads/permissions.ts';
import * as clock from '../clock.ts';
import { put } from '../put.ts';
import { flagCode, giveCode } from '../work/codes.ts';
import { enroll, mintAgreement, mintCreator } from '../work/creators.ts';
import { openFrame, SHOP, windowPath } from '../work/embeds.ts';
import { mintProgram, patchProgram } from '../work/programs.ts';
import { offer as offerRetainer } from '../work/retainers.ts';
import { ask, change, mintProductToSend, offer } from '../work/samples.ts';
import { mintSubmission, type Pair } from '../work/submissions.ts';
import { call, type Minted, mintAccount } from '../world.ts';
import { publishPosts } from './publish-posts.ts';
import { writeMessages } from './write-messages.ts';

/** A program with a creator's submission, and a record that its person has not claimed yet. */
export async function hire(brand: Minted) {
  const program = await mintProgram(brand.key, {
    name: 'Launch',
    visibility: 'network',
    publicPage: true,
    pay: { rules: [{ type: 'per_video', amount: 1_000 }] },
  });
  await patchProgram(brand.key, program.id, { status: 'live' });
  await mintProgram(brand.key, { name: 'Planned' });
  const offered = 'offered@people.example';
  const creator = (await mintCreator(brand.key, { visibility: 'network' })).id;
  const waiting = (await mintCreator(brand.key, { email: offered })).id;
  const as = { key: brand.key, as: creator };
  await enroll(brand.key, as, program.id);
  const whole = { brand, creator: as, partner: '', program: program.id, application: '' };
  await mintSubmission(whole, { caption: 'Dawn' });
  await askToAdvertise(whole, await mintToAdvertise(whole), 'meta');
  const sentBack = await mintSubmission(whole, { caption: 'Dusk' });
  await call('PATCH', `/v1/submissions/${sentBack.id}`, {
    key: brand.key,
    body: { status: 'revision', note: 'Brighter.', comments: [{ at: 1_500, text: 'Too dark.' }] },
  });
  await otherBrands(as);
  await sendSamples(whole);
  await publishPosts(whole);
  await call('POST', '/v1/payments', {
    key: brand.key,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: { creator, amount: 12_345, currency: 'usd' },
  });
  await call('POST', '/v1/products', { key: brand.key, body: { title: 'Trail shoe' } });
  const pixel = { name: 'Shop', domains: ['https://shop.example'] };
  await call('POST', '/v1/pixels', { key: brand.key, body: pixel });
  await severalCodes(brand.id, creator);
  await mintAgreement(brand.id);
  await offerRetainer(whole, { deliverables: 'Four videos a month.', notes: 'As you did in spring.' });
  await writeMessages({ id: brand.id, key: brand.key }, { id: creator, ...as });
  await put('key_origins', { key_id: brand.keyId, origin: SHOP });
  await severalCreators(brand, program.id);
  await openFrame({ brand, creator: (await mintCreator(brand.key)).id, program: program.id });
  return {
    creator,
    offered,
    invited: waiting as string,
    window: await windowPath({ brand, creator: waiting, program: program.id }),
  };
}

/** A brand that invites the creator, and one that asks for another agreement after both agreed. */
async function otherBrands(as: { key: string; as: string }): Promise<void> {
  const open = async ({ key }: Minted, name: string) => {
    const { id } = await mintProgram(key, { name, visibility: 'network' });
    await patchProgram(key, id, { status: 'live' });
    return id as string;
  };
  const [asks, agreed] = [await mintAccount('brand', { name: 'Fern' }), await mintAccount('brand')];
  const body = { program: await open(asks, 'Invited'), creator: as.as };
  await call('POST', '/v1/applications', { key: asks.key, body });
  await enroll(agreed.key, as, await open(agreed, 'Joined'));
  await mintAgreement(agreed.id, { applicability: ['creator_relationship'] });
}

/** A creator in each state of a roster that has something to do, besides those at work. */
async function severalCreators({ key }: Minted, program: string): Promise<void> {
  const paused = await mintCreator(key);
  await call('PATCH', `/v1/creators/${paused.id}`, { key, body: { status: 'paused' } });
  const agency = await mintAccount('partner');
  const asks = await mintCreator(agency.key);
  await call('POST', '/v1/applications', { key: agency.key, as: asks.id, body: { program } });
}

/** A sample in each state that has something to do. */
async function sendSamples(pair: Pair): Promise<void> {
  const product = () => mintProductToSend(pair.brand.key, { title: 'Roast', accessCode: 'OPEN' });
  for (const statuses of [[], ['approved'], ['approved', 'shipped']]) {
    const { body } = await ask({ ...pair, product: await product() });
    for (const status of statuses) await change(pair, 'brand', body.data.id, { status });
  }
  await offer({ ...pair, product: await product() });
  await product();
}

/** Codes with something to do: one that waits for an answer, an active and a paused one, and one that the store has. */
async function severalCodes(accountId: string, creatorId: string): Promise<void> {
  const id = await giveCode({ accountId, creatorId, kind: 'discount', code: 'NIA10' });
  await flagCode(id);
  await giveCode({ accountId, creatorId, kind: 'creator', code: 'NIA' });
  await giveCode({ accountId, creatorId, kind: 'creator', code: 'NIA-OLD', status: 'paused' });
  const shopProblem = { reason: 'code_exists', message: 'The store has it.', fix: 'Take it over.' };
  const inShop = {
    connectionId: newId('connection', clock.now()),
    shopStatus: 'failed',
    shopProblem,
  } as const;
  await giveCode({ accountId, creatorId, kind: 'discount', code: 'NIA20', ...inShop });
}
