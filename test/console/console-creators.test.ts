// The roster and the page of a creator: who is on it, what both sides said, what they do together, and who may change it.
import { expect, it } from 'vitest';
import { countTrips, waitingFor } from '../harness/faults/trips.ts';
import { formsIn, type PageForm } from '../harness/pages/page-forms.ts';
import { ask, type Browser, send, sendShown, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { freshEmail, mintAgreement, mintCreator } from '../harness/work/creators.ts';
import { mintProgram } from '../harness/work/programs.ts';
import { offer } from '../harness/work/retainers.ts';
import { mintPair, mintSubmission } from '../harness/work/submissions.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

const MOST_TRIPS = 3;
const words = async (who: Browser, path: string) => wordsOf(await ask(who, path));
const rosterOf = async (creator: string, account: string) =>
  await testEnv.DB.prepare('SELECT * FROM creator_relationships WHERE creator_id = ? AND account_id = ?')
    .bind(creator, account)
    .first<Record<string, string | number | null>>();

it('add a creator, tag it, pause it and remove it from the roster', async () => {
  const brand = await mintAccount();
  const owner = await signedIn(await personOf(brand, 'owner'));
  const member = await signedIn(await personOf(brand, 'member'));
  const list = `/app/${brand.id}/creators`;

  const empty = await ask(owner, list);
  expect(wordsOf(empty)).toContain('No creators yet');
  expect(empty.html).toContain(`href="${list}/new"`);
  expect(await words(member, list)).toContain('Owners and admins add and change creators.');
  const members = (await ask(member, list)).html;
  expect(members).toMatch(/<button[^>]*disabled[^>]*><span>Add creator/);
  expect(members).not.toContain(`${list}/new`);
  expect((await ask(member, `${list}/new`)).status).toBe(403);

  const bad = await send(owner, `${list}/new`, 'add', { email: 'nobody', name: 'Kept Name' });
  expect(bad.status).toBe(422);
  expect(bad.html).toMatch(/field-error[\s\S]*Kept Name/);
  const added = await send(owner, `${list}/new`, 'add', { email: freshEmail(), name: 'Nia Okafor' });
  const page = added.headers.get('location')!;
  const id = page.split('/').at(-1)!;
  expect(page).toMatch(new RegExp(`^${list}/crtr_`));

  const row = await ask(owner, list);
  expect(row.html).toContain(`href="${page}"`);
  expect(wordsOf(row)).toMatch(
    /Nia Okafor.*Active.*Both agreed.*Program, Claim of the profile, Payout set-up/,
  );
  expect(await words(owner, `${list}?q=nia`)).toContain('Nia Okafor');
  expect(await words(owner, `${list}?q=someone`)).toMatch(/No creators match.*Clear filters/);
  expect(await words(owner, `${list}?status=paused`)).not.toContain('Nia Okafor');
  expect(await words(owner, `/app/${brand.id}/find?q=nia`)).toContain('Nia Okafor');
  expect((await ask(owner, `/app/${brand.id}/find?q=nia`)).html).toContain(`href="${page}"`);

  const edit = (fields: Record<string, string>) =>
    send(owner, page, 'edit', { tags: '', notes: '', ...fields });
  const long = await edit({ tags: `shoes, ${'x'.repeat(61)}`, notes: 'Kept note' });
  expect(long.status).toBe(422);
  expect(long.html).toMatch(/field-error[\s\S]*Kept note/);
  expect((await edit({ tags: 'shoes, , Lisbon', notes: 'Quick.' })).status).toBe(303);
  expect(await rosterOf(id, brand.id)).toMatchObject({ tags: '["shoes","Lisbon"]', notes: 'Quick.' });
  const stale = await edit({ notes: 'Late.', _seen: '1' });
  expect(stale.html).toContain('changed');
  expect(await rosterOf(id, brand.id)).toMatchObject({ notes: 'Quick.' });

  const shown = await words(member, page);
  expect(shown).toMatch(/Owners and admins add and change creators\..*shoes, Lisbon.*Quick\./);
  expect(shown).not.toMatch(/Pause creator|Save changes|Payments to the creator/);
  const before = await rosterOf(id, brand.id);
  const own = await ask(member, `/app/${brand.id}/you`);
  for (const [action, fields] of [
    ['status', { _id: 'paused', _seen: '3' }],
    ['edit', { tags: 'mine', notes: '', _seen: '3' }],
  ] as const) {
    const forbidden = await sendShown(member, page, own, action, fields);
    expect([forbidden.status, wordsOf(forbidden)]).toEqual([
      403,
      expect.stringContaining('owners and admins'),
    ]);
  }
  expect(await rosterOf(id, brand.id)).toEqual(before);

  const move = (to: string) => send(owner, page, 'status', { _id: to });
  expect((await move('elsewhere')).status).toBe(400);
  expect((await send(owner, page, 'status', { _id: 'paused', _seen: '1' })).html).toContain('changed');
  for (const status of ['paused', 'live', 'removed']) {
    expect((await move(status)).status, status).toBe(303);
    expect(await rosterOf(id, brand.id), status).toMatchObject({ status });
  }
  expect(await words(owner, page)).toMatch(/Removed.*Ended by You/);
  expect(await words(owner, list)).toContain('No creators yet');
  expect(await words(owner, `${list}?status=removed`)).toContain('Nia Okafor');
});

it('show what an account and a creator do together to who may see it, with what cannot be read named', async () => {
  const pair = await mintPair({ name: 'Spring', pay: { rules: [{ type: 'per_video', amount: 1_000 }] } });
  const { brand, creator } = pair;
  const id = creator.as;
  await mintSubmission(pair, { caption: 'Dawn run' });
  await offer(pair);
  const agreement = await mintAgreement(brand.id, { applicability: ['creator_relationship'] });
  await call('POST', '/v1/payments', {
    key: brand.key,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: { creator: id, amount: 12_345, currency: 'usd' },
  });
  const page = `/app/${brand.id}/creators/${id}`;
  const owner = await signedIn(await personOf(brand, 'owner'));
  const member = await signedIn(await personOf(brand, 'member'));
  const { env, count } = countTrips();
  const answer = await ask(owner, page, { env });
  expect(count()).toBeLessThanOrEqual(MOST_TRIPS);
  expect(wordsOf(answer)).toMatch(/Both agreed.*Dawn run Spring.*Applications.*Spring.*\$123\.45/);
  expect(answer.html).toContain(`<a href="/app/${brand.id}/agreements/${agreement}">`);
  expect(wordsOf(answer)).toMatch(/Missing [^.]*Acceptance of your agreements/);
  expect(await words(member, `/app/${brand.id}/creators`)).toContain('Acceptance of your agreements');
  const [, steps] = / History (.*?) Keyboard shortcuts/.exec(wordsOf(answer))!;
  const order = [
    /Retainer offered: /,
    /Dawn run submitted/,
    /You agreed/,
    /(?:Application|Invited) to Spring/,
  ];
  const places = order.map((one) => steps!.search(one));
  expect(places).toEqual(places.filter((place) => place >= 0).toSorted((a, b) => a - b));
  for (const path of ['submissions', 'applications', 'retainers', 'payments'])
    expect(answer.html).toContain(`href="/app/${brand.id}/${path}?creator=${id}"`);
  for (const path of ['', '/submissions', '/applications', `/submissions?creator=${id}`])
    expect((await ask(owner, `/app/${brand.id}${path}`)).html, path).toContain(`href="${page}"`);
  const offers = `/app/${brand.id}/retainers/new?creator=${id}`;
  expect(answer.html).toContain(`href="${offers}"`);
  expect((await ask(owner, offers)).html).toMatch(new RegExp(`<option value="${id}" selected`));
  expect(answer.html).not.toContain('value="profile"');
  const seen = await words(member, page);
  expect(seen).toContain('Dawn run');
  expect(seen).not.toMatch(/\$123\.45|Payments|Offer retainer/);
  const lists = countTrips();
  expect((await ask(owner, `/app/${brand.id}/creators`, { env: lists.env })).status).toBe(200);
  expect(lists.count()).toBeLessThanOrEqual(MOST_TRIPS);

  const broken = waitingFor(async (sql) => {
    if (/from "?retainers"?\b/i.test(sql) && !/from "?creators"?\b/i.test(sql)) throw new Error('away');
  });
  const partly = await ask(owner, page, { env: broken });
  expect(partly.status).toBe(200);
  expect(wordsOf(partly)).toMatch(
    /Dawn run.*Retainers could not be loaded\. Try again.*Some of the history could not be loaded/,
  );

  // Names that can't be read are IDs, and the list says so.
  const nameless = waitingFor(async (sql) => {
    if (/^select [^(]*from "?programs"?\b/i.test(sql)) throw new Error('away');
  });
  const list = await ask(owner, `/app/${brand.id}/submissions`, { env: nameless });
  expect(list.status).toBe(200);
  expect(wordsOf(list)).toMatch(/Names could not be loaded\. Try again.*Dawn run/);

  const other = await mintAccount();
  const stranger = await signedIn(await personOf(other, 'owner'));
  expect((await ask(stranger, page)).status).toBe(404);
  const hidden = await mintCreator(other.key);
  expect((await ask(owner, `/app/${brand.id}/creators/${hidden.id}`)).status).toBe(404);
  const actor = await personOf(await mintAccount());
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1')
    .bind(id, actor.callerId)
    .run();
  const own = await signedIn(actor);
  expect((await ask(own, page)).status).toBe(404);
  for (const path of ['', '/new', `/${id}`])
    expect((await ask(own, `/app/${id}/creators${path}`)).status, path).toBe(403);

  const program = await mintProgram(brand.key, { name: 'Autumn', status: 'live' });
  expect((await send(owner, page, 'invite', { program: '' })).status).toBe(422);
  expect((await send(owner, page, 'invite', { program: program.id })).status).toBe(303);
  expect(await words(owner, page)).toMatch(/Applications.*Autumn/);
});

it('accept a creator who asked, and decline others together', async () => {
  const { brand, program } = await mintPair();
  const agency = await mintAccount('partner');
  const owner = await signedIn(await personOf(brand, 'owner'));
  const asking = async () => {
    const { id } = await mintCreator(agency.key, {
      visibility: 'network',
      name: 'Olive',
      phone: '+14155550132',
    });
    await call('POST', '/v1/applications', { key: agency.key, as: id, body: { program } });
    return id as string;
  };
  const [one, two, three] = [await asking(), await asking(), await asking()];
  const list = `/app/${brand.id}/creators?status=review`;
  const page = await ask(owner, `/app/${brand.id}/creators/${one}`);
  expect(wordsOf(page)).toMatch(/The creator agreed.*Your answer.*Accept request.*Decline request/);
  expect(wordsOf(page)).not.toMatch(/4155550132|@mail|(?:Pause|Resume|Remove) creator|Withdraw/);
  expect((await send(owner, `/app/${brand.id}/creators/${one}`, 'status', { _id: 'live' })).status).toBe(303);
  expect(await rosterOf(one, brand.id)).toMatchObject({ status: 'live', consent: 'agreed' });

  const asked = `${list}&chosen=${two}&chosen=${three}&act=decline`;
  const question = await ask(owner, asked);
  expect(wordsOf(question)).toContain('Decline 2 creators?');
  const picked = [...question.html.matchAll(/name="picked" value="([^"]+)"/g)].map(([, value]) => value!);
  expect(picked).toHaveLength(2);
  for (const value of picked) {
    const sent = await send(owner, asked, 'bulk', {
      _id: 'decline',
      picked: value.replaceAll('&quot;', '"'),
      done: '0',
    });
    expect(sent.status).toBe(303);
  }
  for (const id of [two, three])
    expect(await rosterOf(id, brand.id)).toMatchObject({ status: 'removed', consent: 'declined' });
});

it('find creators of the network, and invite them to a program', async () => {
  const brand = await mintAccount();
  const owner = await signedIn(await personOf(brand, 'owner'));
  const list = `/app/${brand.id}/creators`;
  expect((await ask(owner, list)).html).toContain(`href="${list}?visibility=network"`);
  await testEnv.DB.prepare("UPDATE creators SET visibility = 'private'").run();
  expect(await words(owner, `${list}?visibility=network`)).toMatch(/No creators in the network.*Add creator/);
  const agency = await mintAccount('partner');
  const minted = async (more: object) =>
    (await mintCreator(agency.key, { phone: '+14155550132', ...more })).id as string;
  const id = await minted({ name: 'Ada Networked', visibility: 'network' });
  const hidden = await minted({ name: 'Ada Unlisted' });
  const found = await ask(owner, `${list}?visibility=network&q=ada`);
  expect(wordsOf(found)).toMatch(/The creator network.*Ada Networked.*Not on your roster.*Bronze/);
  expect(wordsOf(found)).not.toMatch(/Unlisted|4155550132|@mail/);
  expect(await words(owner, `${list}?visibility=network&q=nobody`)).toMatch(
    /No creators match.*Clear filters/,
  );
  // With a filter of the roster it is the roster, where nobody is yet.
  expect(await words(owner, `${list}?visibility=network&status=live`)).not.toContain('Networked');

  const page = `${list}/${id}`;
  expect(found.html).toContain(`href="${page}"`);
  expect((await ask(owner, `${list}/${hidden}`)).status).toBe(404);
  expect(await words(owner, page)).toMatch(/You have no live program.*Open programs/);
  const { id: program } = await mintProgram(brand.key, { name: 'Autumn', status: 'live' });
  const member = await signedIn(await personOf(brand, 'member'));
  expect(await words(member, `${list}?visibility=network`)).toContain('Ada Networked');
  expect(await words(member, page)).not.toContain('Send invitation');
  expect((await send(owner, page, 'invite', { program })).status).toBe(303);
  expect(await words(owner, page)).toMatch(/Status Invited.*Answer of the creator.*Invitation sent/);
  expect(await words(owner, `${list}?visibility=network`)).toMatch(/Ada Networked.*Invited/);
  const asked = await call('GET', `/v1/applications?program=${program}`, { key: brand.key });
  expect(asked.body.data).toMatchObject([{ creator: id, invited: true, status: 'pending' }]);
  // Who was removed is asked again.
  expect((await send(owner, page, 'status', { _id: 'removed' })).status).toBe(303);
  const { id: other } = await mintProgram(brand.key, { name: 'Winter', status: 'live' });
  expect(await words(owner, page)).toContain('Send invitation');
  expect((await send(owner, page, 'invite', { program: other })).status).toBe(303);
  expect(await words(owner, page)).toMatch(/Status Invited.*Winter/);
});

it('edit the profile of a record that the account keeps, as long as nobody claimed it', async () => {
  const brand = await mintAccount();
  const owner = await signedIn(await personOf(brand, 'owner'));
  const { id } = await mintCreator(brand.key, { name: 'Nia' });
  const page = `/app/${brand.id}/creators/${id}`;
  const record = async () => (await call('GET', `/v1/creators/${id}`, { key: brand.key })).body.data;
  const formOf = async (who: Browser) =>
    formsIn((await ask(who, page)).html).find(({ action }) => action === 'profile');
  /** Sends the form as it was shown, but for what is changed. */
  const edit = async (changes: Record<string, string>, form?: PageForm) => {
    const { hidden, fields } = form ?? (await formOf(owner))!;
    const same = fields.flatMap(({ name, value }) => value.map((one): [string, string] => [name, one]));
    return await ask(owner, page, {
      fields: [...hidden, ...same.filter(([name]) => !(name in changes)), ...Object.entries(changes)],
      headers: { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
    });
  };
  const { email, version } = await record();
  const handle = `nia.${id.slice(-8)}`;
  const bad = await edit({ handle: 'not a handle', bio: 'Typed' });
  expect([bad.status, bad.html]).toEqual([422, expect.stringMatching(/field-error[\s\S]*Typed/)]);
  expect((await record()).version).toBe(version);
  const done = await edit({
    name: 'Nia Okafor',
    handle,
    'platformHandles.tiktok': '@nia',
    visibility: 'network',
  });
  expect(done.status).toBe(303);
  const changed = { name: 'Nia Okafor', handle, platformHandles: { tiktok: 'nia' }, visibility: 'network' };
  expect(await record()).toMatchObject({ ...changed, email, bio: null });
  expect((await edit({ 'platformHandles.tiktok': '' })).status).toBe(303);
  expect((await record()).platformHandles).toEqual({});
  expect(await formOf(await signedIn(await personOf(brand, 'member')))).toBeUndefined();

  // The person has verified the address: what else there is can be edited, and who sees it is the person's.
  const person = await personOf(await mintAccount());
  await testEnv.DB.prepare('INSERT INTO verified_emails (email, person_id, verified_at) VALUES (?1, ?2, 1)')
    .bind(email, person.callerId)
    .run();
  expect((await edit({ bio: 'Runs.' })).status).toBe(303);
  expect((await edit({ visibility: 'private' })).status).toBe(403);
  expect((await edit({ email: 'mine@example.com' })).status).toBe(422);
  const form = await formOf(owner);
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1')
    .bind(id, person.callerId)
    .run();
  expect(await formOf(owner)).toBeUndefined();
  expect((await edit({ bio: 'Not mine.' }, form)).status).toBe(403);
  expect(await record()).toMatchObject({ bio: 'Runs.', visibility: 'network' });
});

it('says for which clients an agency represents a creator, and what it takes', async () => {
  const partner = await mintAccount('partner');
  const client = await mintAccount('brand', { managedBy: partner.id, name: 'Clear Water' });
  const id = (await mintCreator(partner.key)).id;
  const agent = await signedIn(await personOf(partner, 'owner'));
  const page = `/app/${partner.id}/creators/${id}`;
  expect(await words(agent, page)).toMatch(/Representation.*Take rate.*Client brands.*Clear Water/);
  const seen = (share: string) => ({ 'takeRate.percent': share, brands: client.id });
  for (const [wrong, says] of [
    ['90', 'Must be at most'],
    ['much', 'Must be a number.'],
  ] as const) {
    const refused = await send(agent, page, 'represent', seen(wrong));
    expect(refused.status, wrong).toBe(422);
    expect(refused.html).toContain(says);
    expect(refused.html.includes(`value="${wrong}"`), wrong).toBe(true);
  }
  expect((await send(agent, page, 'represent', seen('12.5'))).status).toBe(303);
  const read = async () => (await call('GET', `/v1/creators/${id}`, { key: partner.key })).body.data;
  expect(await read()).toMatchObject({ takeRate: { percent: 12.5, custom: true }, brands: [client.id] });
  expect((await send(agent, page, 'represent', { 'takeRate.percent': '' })).status).toBe(303);
  expect(await read()).toMatchObject({ takeRate: null, brands: [] });
  const member = await signedIn(await personOf(partner, 'member'));
  expect((await ask(member, page)).html).not.toContain('value="represent"');
});
