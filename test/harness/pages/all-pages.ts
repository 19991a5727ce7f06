// A scene in which every page of the console has content, with all people who look at it.

import { openShop } from '../../../src/domains/accounts/connections/open-shop.ts';
import { keyOperations } from '../../../src/domains/accounts/keys/operations.ts';
import { hashPassword } from '../../../src/domains/accounts/people/hash-password.ts';
import { requestAddressProof } from '../../../src/domains/accounts/people/request-address-proof.ts';
import { requestPasswordReset } from '../../../src/domains/accounts/people/request-password-reset.ts';
import { signUp } from '../../../src/domains/accounts/sign-ups/sign-up.ts';
import { teamOperations } from '../../../src/domains/accounts/team/operations.ts';
import { webhookOperations } from '../../../src/domains/accounts/webhooks/operations.ts';
import { invitationSignature } from '../../../src/domains/work/claims/invitation-signature.ts';
import { type Env, vars } from '../../../src/env.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import { begin } from '../ads/ad-connections.ts';
import { campaignSituations, type Situation } from '../ads/campaign-situations.ts';
import { type CampaignWorld, campaignWorld } from '../ads/campaigns.ts';
import { severalPlans } from '../ads/kept-plans.ts';
import { askToAdvertise, mintToAdvertise } from '../ads/permissions.ts';
import * as clock from '../clock.ts';
import { runLanes } from '../jobs.ts';
import { authorizeQuery, connected, mintApp, type OwnApp } from '../people/apps.ts';
import { mintNotice } from '../people/notices.ts';
import { commit, linkTo, mintPerson, unsubscribePaths } from '../people/people.ts';
import { performed, personOf } from '../people/person.ts';
import { staffRecords } from '../people/staff-records.ts';
import { put } from '../put.ts';
import { connectShop } from '../shops/connect-shop.ts';
import { minute } from '../shops/reading.ts';
import { type ShopWorld, shopWorld } from '../shops/shopify.ts';
import { enroll, mintCreator } from '../work/creators.ts';
import { framePath } from '../work/embeds.ts';
import { mintProgram, patchProgram } from '../work/programs.ts';
import { type Minted, mintAccount, ORIGIN, testEnv } from '../world.ts';
import { FILLED_PASSWORD, OWNER } from './fill-in.ts';
import { hire } from './hire.ts';
import { type Browser, browserOf, newBrowser, signedIn } from './pages.ts';

/** A person with a browser, and the pages where they begin to look around. */
export interface Visitor {
  who: string;
  browser: Browser;
  roots: string[];
}

export interface AllPages {
  env: Env;
  world: CampaignWorld;
  visitors: Visitor[];
  situations: Situation[];
  /** The creator whose ledger has entries. */
  creator: string;
}

export const WITH_FACTOR = 'with.a.factor@people.example';
const WEBHOOK = 'https://receiver.example.com/hooks';

export async function allPages(): Promise<AllPages> {
  const world = await campaignWorld();
  const { brand } = world;
  const partner = await mintAccount('partner', { name: 'Harbor Agency' });
  await testEnv.DB.prepare("UPDATE accounts SET managed_by = ?, name = 'Northwind' WHERE id = ?")
    .bind(partner.id, brand.id)
    .run();
  const people = await accountPeople(brand, partner);
  const { creator, offered, invited: unclaimed, window } = await hire(brand);
  const campaign = await oneCampaign(world);
  // Payments for approved work, and what threads tell of it. A mail to a creator who is taken over later would lead nowhere.
  await testEnv.DB.prepare('DELETE FROM invitation_mails').run();
  await runLanes('* * * * *', clock.now(), world.meta.env, ['events', 'money']);
  await severalPlans(brand, partner, campaign);
  await mintNotice(brand.id);
  const app = await developers(people.ownerActor);
  const staff = await staffRecords(brand, creator);
  const shops = await shopWorld();
  const env: Env = { ...world.meta.env, ...shops.vars, ...staff.vars, ALLOW_LOCAL_URLS: 'true' };
  const installs = await oneShop({ ...shops, env }, brand);
  const ended = await mintAccount('brand', { managedBy: partner.id, status: 'ended', name: 'Ended Brand' });
  await mintAccount('brand', { managedBy: partner.id, name: 'Unowned Brand' });
  const creatorActor = await personOf(await mintAccount());
  await testEnv.DB.batch([
    testEnv.DB.prepare('DELETE FROM memberships WHERE person_id = ?').bind(creatorActor.callerId),
    testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1').bind(
      creator,
      creatorActor.callerId,
    ),
  ]);
  const invited = await mintPerson();
  await performed(people.ownerActor, teamOperations.createInvitation, {
    body: { email: invited.email, role: 'member' },
  });
  const invitation = `/invitations/${await linkTo(invited.email)}`;
  const signature = invitationSignature(vars(env), { creator: unclaimed, email: offered });
  const creatorInvitation = `/invitations/${unclaimed}/${signature}`;
  const newcomer = await mintPerson();
  await testEnv.DB.prepare('UPDATE people SET email = ? WHERE id = ?').bind(WITH_FACTOR, newcomer.id).run();
  await put('second_factors', {
    ...{ person_id: newcomer.id, secret: '', session_id: newcomer.session, confirmed_at: 1, last_step: 0 },
    ...{ created_at: 1, updated_at: 1 },
  });
  for (const address of [WITH_FACTOR, OWNER])
    for (const mail of ['1', '2']) await put('mail_bounces', { address, mail_id: mail, bounced_at: 1 });
  const offeredPerson = await mintPerson();
  await testEnv.DB.prepare('UPDATE people SET email = ? WHERE id = ?').bind(offered, offeredPerson.id).run();
  await put('verified_emails', { email: offered, person_id: offeredPerson.id, verified_at: 1 });
  const consent = `/api/auth/oauth2/authorize?${authorizeQuery(app).query}`;
  const at = (id: string) => `/app/${id}/`;
  const campaigns = `/app/${brand.id}/campaigns`;
  const newCampaign = `${campaigns}/new?connection=${world.connection}&objective=conversions&destination=website`;
  const one = `${campaigns}/${campaign}`;
  const manage = ['owner', 'admin', 'partner owner', 'partner admin'];
  const request = await adRequest(brand);
  const visit = new URL(await begin({ ...world.meta, env }, brand)).pathname;
  return {
    env,
    world,
    creator,
    visitors: [
      {
        who: 'nobody',
        browser: newBrowser(),
        roots: [
          ...['/', '/sign-in', '/sign-up', '/mail', visit, request, invitation],
          await resetLink(),
          await verifyLink(),
          await proofLink(),
          await framePath(),
          ...(await unsubscribePaths(env)),
          creatorInvitation,
        ],
      },
      {
        who: 'owner',
        browser: people.owner,
        roots: [
          '/',
          '/app',
          at(brand.id),
          one,
          newCampaign,
          consent,
          '/claims',
          `/app/${brand.id}${installs}`,
        ],
      },
      { who: 'admin', browser: people.admin, roots: ['/app', at(brand.id), one, newCampaign] },
      { who: 'member', browser: people.member, roots: ['/app', at(brand.id), one] },
      {
        who: 'partner owner',
        browser: people.partnerOwner,
        roots: [
          '/app',
          at(partner.id),
          at(brand.id),
          at(ended.id),
          newCampaign,
          consent,
          `/app/${partner.id}${installs}`,
        ],
      },
      { who: 'partner admin', browser: people.partnerAdmin, roots: ['/app', at(partner.id), at(brand.id)] },
      {
        who: 'partner member',
        browser: people.partnerMember,
        roots: ['/app', at(partner.id), at(brand.id), at(ended.id)],
      },
      { who: 'creator', browser: await signedIn(creatorActor), roots: ['/app', at(creator), '/claims'] },
      {
        who: 'staff',
        browser: staff.browser,
        roots: [
          '/app',
          '/staff',
          '/staff/directory?q=a',
          `/staff/ledgers?holder=${creator}`,
          ...staff.records,
        ],
      },
      { who: 'invited', browser: browserOf(invited), roots: ['/app', invitation] },
      {
        who: 'newcomer',
        browser: browserOf(newcomer),
        roots: ['/app', '/claims', '/sign-out', '/components'],
      },
      { who: 'offered', browser: browserOf(offeredPerson), roots: ['/claims', `${window}/claim?lang=en`] },
    ],
    situations: campaignSituations(campaign, partner.id, one, manage),
  };

  async function resetLink() {
    const person = await mintPerson();
    await put('credentials', {
      id: person.id,
      person_id: person.id,
      subject: person.id,
      provider: 'credential',
      password: 'x:y',
      created_at: 0,
      updated_at: 0,
    });
    await put('memberships', {
      account_id: brand.id,
      person_id: person.id,
      role: 'member',
      created_at: 0,
      updated_at: 0,
    });
    await connected(
      { ...people.ownerActor, callerId: person.id, role: 'member' },
      app,
      'read offline_access',
    );
    await commit((ctx) => requestPasswordReset(ctx, person.email, null));
    return `/reset?token=${await linkTo(person.email)}`;
  }

  async function proofLink() {
    await commit((ctx) => requestAddressProof(ctx, invited.email));
    return `/verify/address?token=${await linkTo(invited.email)}`;
  }

  async function verifyLink() {
    const email = 'verifies@people.example';
    await commit((ctx) =>
      signUp(ctx, { name: 'Ada', email, password: FILLED_PASSWORD, profile: 'none' }, null),
    );
    return `/verify?token=${await linkTo(email)}`;
  }
}

/** The people of the brand and of its partner. The owner is signed in twice. */
async function accountPeople(brand: Minted, partner: Minted) {
  const ownerActor = await personOf(brand, 'owner');
  const owner = await signedIn(ownerActor);
  await signedIn(ownerActor);
  await testEnv.DB.prepare('UPDATE people SET email = ? WHERE id = ?').bind(OWNER, ownerActor.callerId).run();
  await put('credentials', {
    id: ownerActor.callerId,
    person_id: ownerActor.callerId,
    subject: ownerActor.callerId,
    provider: 'credential',
    password: await hashPassword(FILLED_PASSWORD),
    created_at: 0,
    updated_at: 0,
  });
  const as = async (account: Minted, role: 'owner' | 'admin' | 'member') =>
    await signedIn(await personOf(account, role));
  return {
    ownerActor,
    owner,
    admin: await as(brand, 'admin'),
    member: await as(brand, 'member'),
    partnerOwner: await as(partner, 'owner'),
    partnerAdmin: await as(partner, 'admin'),
    partnerMember: await as(partner, 'member'),
  };
}

/** The link of a request to a creator without an account. */
async function adRequest(brand: Minted): Promise<string> {
  const pair = { brand, creator: { key: brand.key, as: (await mintCreator(brand.key)).id } };
  const program = await mintProgram(brand.key, { name: 'To advertise', visibility: 'network' });
  await patchProgram(brand.key, program.id, { status: 'live' });
  await enroll(brand.key, pair.creator, program.id);
  const whole = { ...pair, partner: '', program: program.id, application: '' };
  const { requestUrl } = await askToAdvertise(whole, await mintToAdvertise(whole));
  return new URL(requestUrl!).pathname;
}

/** A shop with an order and a customer's request. @returns the path of another shop that installs the app. */
async function oneShop(world: ShopWorld, brand: Minted): Promise<string> {
  await world.sim('shop', { domain: 'shop.example' });
  const id = await connectShop(world, brand);
  await world.sim('orders', { lines: [{ price: '50.00' }] });
  await minute(world);
  await put('data_requests', {
    id: '0'.repeat(64),
    shop_id: id,
    account_id: brand.id,
    hashes: '{}',
    orders: '["1001"]',
    created_at: 0,
  });
  const other = await shopWorld();
  const { url } = await other.sim('install-link', { client: world.client, url: `${ORIGIN}/` });
  const ticket = await openShop(systemCtx(world.env, clock.now()), 'shopify', new URL(url).searchParams);
  return `/connections/install/shopify/${ticket}`;
}

async function oneCampaign(world: CampaignWorld): Promise<string> {
  const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false }));
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  await world.pass();
  await world.send('POST', '/v1/ad-templates', { name: 'Prospecting', from: made.body.data.id });
  return made.body.data.id;
}

/** A key with an event, an app, and another account's app that is connected. */
async function developers(owner: Awaited<ReturnType<typeof personOf>>): Promise<OwnApp> {
  const body = { name: 'Production', access: 'write', webhookUrl: WEBHOOK };
  const key = await performed(owner, keyOperations.createKey, { body });
  await performed(owner, webhookOperations.createTestEvent, {
    params: { id: key.id },
    body: { type: 'conversion.recorded' },
  });
  await mintApp(owner);
  const app = await mintApp(await personOf(await mintAccount('partner')));
  await connected(owner, app);
  return app;
}
