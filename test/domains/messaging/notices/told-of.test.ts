// What is no event of a webhook, and told all the same: security, terms to accept, and webhooks that fail.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DomainEvent, emit, emitInternal } from '../../../../src/db/outbox.ts';
import { keyOperations } from '../../../../src/domains/accounts/keys/operations.ts';
import { acceptInvitation } from '../../../../src/domains/accounts/team/accept-invitation.ts';
import { teamOperations } from '../../../../src/domains/accounts/team/operations.ts';
import { tellFailingWebhooks } from '../../../../src/domains/accounts/webhooks/tell-failing-webhooks.ts';
import { spreadNotices } from '../../../../src/domains/messaging/notices/spread-notices.ts';
import { tellAgreements } from '../../../../src/domains/work/agreements/tell-agreements.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { waitingFor } from '../../../harness/faults/trips.ts';
import { consented, mintApp } from '../../../harness/people/apps.ts';
import { noticed, noticesOf } from '../../../harness/people/notices.ts';
import {
  commit,
  linkTo,
  type MintedPerson,
  mailsTo,
  mintPerson,
  personAt,
  proveNow,
} from '../../../harness/people/people.ts';
import { performed, personOf } from '../../../harness/people/person.ts';
import { put } from '../../../harness/put.ts';
import { consume, ctxOf, emitNow, heldQueues, listener, receivers } from '../../../harness/webhooks.ts';
import { mintAgreement, mintFile } from '../../../harness/work/creators.ts';
import { offer } from '../../../harness/work/retainers.ts';
import { mintPair } from '../../../harness/work/submissions.ts';
import { call, type Minted, mintAccount, ORIGIN, systemCtx, testEnv } from '../../../harness/world.ts';

let brand: Minted;
let owner: MintedPerson;

beforeEach(async () => {
  brand = await mintAccount('brand', { name: 'Fern' });
  owner = await mintPerson({ [brand.id]: 'owner' });
});
afterEach(() => vi.unstubAllGlobals());

const textsOf = async (person: MintedPerson, place: string, at = clock.now()) => {
  await noticed(at);
  return (await noticesOf(person, place)).map(({ text }) => text);
};
const ownerActor = async () => (await personAt(owner.token, brand.id))!.actor!;

it('a key, its new secret, and who joined or became what, are told to owners and admins, who did it among them', async () => {
  const member = await mintPerson({ [brand.id]: 'member' });
  await proveNow(owner);
  const actor = await ownerActor();
  const made = await performed(actor, keyOperations.createKey, {
    body: { name: 'Reports', access: 'read', scopes: null, origins: [], clients: [], webhookUrl: null },
  });
  await performed(actor, keyOperations.rollKey, {
    params: { id: made.id },
    body: { keepHours: 0, version: made.version },
  });
  const joining = await mintPerson();
  await performed(actor, teamOperations.createInvitation, { body: { email: joining.email, role: 'admin' } });
  const token = await linkTo(joining.email);
  await commit((ctx) => acceptInvitation(ctx, joining, token, new Request(ORIGIN)));
  await performed(actor, teamOperations.updateMembership, {
    params: { id: member.id },
    body: { role: 'admin' },
  });
  const texts = [
    'The role of Pat Example is admin now',
    'Pat Example joined the team as admin',
    'The API key Reports has a new secret',
    'The API key Reports was created',
  ];
  expect(await textsOf(owner, brand.id)).toEqual(texts);
  const [mail, ...others] = await mailsTo(owner.email);
  expect([others, mail!.subject]).toEqual([[], '4 notices for Fern']);
  expect(mail!.text).toContain(`/app/${brand.id}/keys/${made.id}`);
  // The next is not held back for ten minutes.
  await performed(await ownerActor(), keyOperations.createKey, {
    body: { name: 'More', access: 'read', scopes: null, origins: [], clients: [], webhookUrl: null },
  });
  await textsOf(owner, brand.id, clock.now() + MINUTE_MS);
  expect(await mailsTo(owner.email)).toHaveLength(2);
  // Nor is one that happens while another mail is made.
  const notice = () =>
    commit((ctx) =>
      emitInternal(ctx, { type: 'key.rolled', account: brand.id, creator: null, data: { key: made.id } }),
    );
  await notice();
  const at = clock.now() + 2 * MINUTE_MS;
  let mailed = false;
  const env = waitingFor(async (sql) => {
    if (mailed || !sql.includes('UPDATE notice_mails SET made_at')) return;
    mailed = true;
    await notice();
    await spreadNotices(systemCtx(at));
  });
  await noticed(at, env);
  expect(await mailsTo(owner.email)).toHaveLength(3);
  await noticed(at + MINUTE_MS);
  expect(await mailsTo(owner.email)).toHaveLength(4);
});

it('a retainer is told to its creator with its pay', async () => {
  const pair = await mintPair();
  const creator = await mintPerson();
  const place = pair.creator.as!;
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?, claimed_at = 1 WHERE id = ?')
    .bind(creator.id, place)
    .run();
  await testEnv.DB.prepare('UPDATE events SET unnoticed = NULL').run();
  expect((await offer(pair)).status).toBe(201);
  expect((await textsOf(creator, place))[0]).toMatch(/ offers you a retainer: \$500\.00 a month, plus /);
});

it('an app that may make changes is told, and one that only reads is not', async () => {
  const app = await mintApp(await personOf(await mintAccount()));
  await consented(await ownerActor(), app, { scope: 'read' });
  expect(await textsOf(owner, brand.id)).toEqual([]);
  await consented(await ownerActor(), app, { scope: 'write' });
  expect(await textsOf(owner, brand.id)).toEqual(['Pat Example allowed Planner to make changes']);
});

it('new terms are told to the creators who have to accept them, each version once', async () => {
  const pair = await mintPair({ name: 'Summer' });
  const [creator, place] = [await mintPerson(), pair.creator.as!];
  const taken = 'UPDATE creators SET person_id = ?, claimed_at = 1 WHERE id = ?';
  await testEnv.DB.prepare(taken).bind(creator.id, place).run();
  await testEnv.DB.prepare('UPDATE events SET unnoticed = NULL').run();
  const file = await mintFile(pair.brand.id, 'agreement');
  const body = { file, title: 'Terms', applicability: ['program_application'] };
  const made = await call('POST', '/v1/agreements', { key: pair.brand.key, body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const tell = () => Promise.all([1, 2].map(() => tellAgreements(systemCtx())));
  await tell();
  await tell();
  const told = await textsOf(creator, place);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/ has new terms for you to accept$/);
  expect((await noticesOf(creator, place))[0]!.page).toBe(`/programs/${pair.program}`);
  const newer = await mintFile(pair.brand.id, 'agreement');
  const next = await call('POST', `/v1/agreements/${made.body.data.id}/versions`, {
    key: pair.brand.key,
    body: { file: newer, title: 'Terms', version: made.body.data.version },
  });
  expect(next.status, JSON.stringify(next.body)).toBe(201);
  await tell();
  expect(await textsOf(creator, place)).toHaveLength(2);
  // One that asks this creator for nothing is not told.
  await mintAgreement(pair.brand.id, { applicability: ['retainer'] });
  await tell();
  expect(await textsOf(creator, place)).toHaveLength(2);
});

it('an agreement that cannot be told holds up no other, and is told once it can be', async () => {
  const [broken, good] = await Promise.all([mintPair(), mintPair()]);
  const body = { applicability: ['program_application'] };
  const id = await mintAgreement(broken.brand.id, body);
  const other = await mintAgreement(good.brand.id, body);
  await put('agreement_news', { agreement_id: id, account_id: broken.brand.id, cursor: '' });
  await put('agreement_news', { agreement_id: other, account_id: good.brand.id, cursor: '' });
  const applies = (json: string) =>
    testEnv.DB.prepare('UPDATE agreements SET applicability = ? WHERE id = ?').bind(json, id).run();
  const toldOf = async (account: string) =>
    (
      await testEnv.DB.prepare("SELECT id FROM events WHERE type = 'agreement.changed' AND account_id = ?")
        .bind(account)
        .all()
    ).results.length;
  await applies('{');
  const start = clock.now();
  const tell = (minutes: number) => tellAgreements(systemCtx(start + minutes * MINUTE_MS));
  await tell(0);
  expect([await toldOf(broken.brand.id), await toldOf(good.brand.id)]).toEqual([0, 1]);
  await tell(6);
  await applies('["program_application"]');
  // After two failures it waits ten minutes.
  await tell(15);
  expect(await toldOf(broken.brand.id)).toBe(0);
  await tell(17);
  expect([await toldOf(broken.brand.id), await toldOf(good.brand.id)]).toEqual([1, 1]);
});

it('a webhook that accepts nothing for an hour is told once, until it accepts something again', async () => {
  const account = await listener();
  const admin = await mintPerson({ [account.id]: 'admin' });
  const { env } = heldQueues();
  let status = 500;
  receivers({ [account.url]: () => new Response('', { status }) });
  const start = clock.now();
  const delivered = async (minutes: number) => {
    const at = start + minutes * MINUTE_MS;
    const event = await emitNow(env, { account: account.id }, at);
    for (const queue of ['webhooks', 'webhooks-slow']) await consume(env, queue, [{ event, at }]);
  };
  const textsAt = async (minutes: number) => {
    for (let n = 0; n < 2; n++) await tellFailingWebhooks(ctxOf(testEnv, start + minutes * MINUTE_MS));
    return await textsOf(admin, account.id, start + minutes * MINUTE_MS);
  };
  const FAILING = expect.stringMatching(/^No event has reached the webhook of .* for an hour$/);
  await delivered(0);
  await delivered(30);
  expect(await textsAt(59)).toEqual([]);
  expect(await textsAt(61)).toEqual([FAILING]);
  await delivered(80);
  expect(await textsAt(200)).toEqual([FAILING]);
  expect((await noticesOf(admin, account.id))[0]!.page).toBe(`/keys/${account.keyId}/events`);
  status = 200;
  await delivered(210);
  status = 500;
  await delivered(220);
  expect(await textsAt(220 + HOUR_MS / MINUTE_MS - 2)).toEqual([FAILING]);
  expect(await textsAt(220 + HOUR_MS / MINUTE_MS + 1)).toEqual([FAILING, FAILING]);
});

it('what a side did is told to the other side, and to nobody of its own', async () => {
  const pair = await mintPair();
  const creator = pair.creator.as!;
  const [keeper, ana] = [await mintPerson({ [pair.brand.id]: 'owner' }), await mintPerson()];
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?, claimed_at = 1 WHERE id = ?')
    .bind(ana.id, creator)
    .run();
  const disputed = { type: 'payment.disputed', account: pair.brand.id, creator, data: {} };
  const { actor } = (await personAt(keeper.token, pair.brand.id))!;
  const disputes = async (person: MintedPerson, place: string) =>
    (await textsOf(person, place)).filter((text) => text.endsWith(' is disputed')).length;
  await commit((ctx) => {
    const acting = { ...ctx, actor: actor! };
    emit(acting, disputed as DomainEvent);
  });
  expect([await disputes(ana, creator), await disputes(keeper, pair.brand.id)]).toEqual([1, 0]);
  await commit((ctx) => void emit(ctx, disputed as DomainEvent));
  expect([await disputes(ana, creator), await disputes(keeper, pair.brand.id)]).toEqual([2, 1]);
});
