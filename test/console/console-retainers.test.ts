// The pages of retainers: a brand offers one, the creator reads what it asks for and answers, and either side ends it.
import { expect, it } from 'vitest';
import { ask, type Browser, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { mintAgreement } from '../harness/work/creators.ts';
import { passTime, rowOf } from '../harness/work/retainers.ts';
import { mintPair } from '../harness/work/submissions.ts';
import { mintAccount, testEnv } from '../harness/world.ts';

const TERMS = {
  program: '',
  currency: 'usd',
  'pay.base': '500',
  'pay.rules.0.amount': '20.50',
  'pay.cap': '600',
  'pay.schedule.cadence': 'weekly',
  'pay.schedule.holdDays': '7',
  'pay.approval': 'manual',
  startsAt: '',
  deliverables: 'Two videos a week.',
  notes: '',
};

it('offer one, show it to both sides, and take the creator’s answer with its agreements', async () => {
  const pair = await mintPair();
  const { brand, creator } = pair;
  await mintAgreement(brand.id, { applicability: ['retainer'] });
  const owner = await signedIn(await personOf(brand, 'owner'));
  const member = await signedIn(await personOf(brand, 'member'));
  const actor = await personOf(await mintAccount());
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1')
    .bind(creator.as, actor.callerId)
    .run();
  const own = await signedIn(actor);
  const list = (place: string) => `/app/${place}/retainers`;
  const words = async (who: Browser, path: string) => wordsOf(await ask(who, path));

  const empty = await ask(owner, list(brand.id));
  expect(wordsOf(empty)).toContain('No retainers yet');
  expect(empty.html.match(new RegExp(`href="${list(brand.id)}/new"`, 'g'))).toHaveLength(2);
  expect(await words(member, list(brand.id))).toContain('Owners and admins of the account offer retainers.');
  expect(await words(owner, `${list(brand.id)}?status=ended`)).toMatch(/No retainers match.*Clear filters/);
  expect((await ask(member, `${list(brand.id)}/new`)).status).toBe(403);
  const offer = (fields: object) =>
    send(owner, `${list(brand.id)}/new`, 'create', { ...TERMS, creator: creator.as!, ...fields });
  const without = await offer({ 'pay.base': 'much', deliverables: 'Kept' });
  expect(without.status).toBe(422);
  expect(without.html).toContain('field-error');
  expect(without.html).toContain('Kept');
  expect((await offer({ 'pay.cap': '100' })).html).toContain('The cap is less than the base.');
  const offered = (await offer({})).headers.get('location')!;
  const id = offered.split('/').at(-1)!.split('?')[0]!;
  expect(await rowOf(id)).toMatchObject({ status: 'offered' });
  const pay = 'SELECT pay FROM retainers WHERE id = ?';
  expect(JSON.parse((await testEnv.DB.prepare(pay).bind(id).first<string>('pay'))!)).toMatchObject({
    base: 50_000,
    rules: [{ type: 'per_video', amount: 2_050 }],
    cap: 60_000,
    schedule: { cadence: 'weekly', holdDays: 7 },
    approval: 'manual',
  });

  const atBrand = `${list(brand.id)}/${id}`;
  const atCreator = `${list(creator.as!)}/${id}`;
  expect(await words(owner, atBrand)).toMatch(
    /has not answered yet.*Starts When accepted.*Two videos a week\..*Withdraw offer/,
  );
  expect(await words(member, atBrand)).not.toMatch(/Withdraw offer|Save changes/);
  const stranger = await signedIn(await personOf(await mintAccount(), 'owner'));
  expect((await ask(stranger, atBrand)).status).toBe(404);

  expect(await words(own, list(creator.as!))).toMatch(/Offered.*Starts when accepted/);
  expect(await words(own, atCreator)).toMatch(
    /waits for your answer.*asks you to accept.*Terms.*Accept retainer.*Decline retainer/,
  );
  const answer = (action: string, fields: object) => send(own, atCreator, action, { _seen: '1', ...fields });
  const unread = await answer('accept', { asks: '1' });
  expect(unread.html).toContain('Read and accept the agreements first.');
  expect(await rowOf(id)).toMatchObject({ status: 'offered' });
  expect((await answer('accept', { asks: '1', agree: 'on' })).status).toBe(303);
  const accepted = 'SELECT COUNT(*) AS n FROM agreement_acceptances WHERE creator_id = ?';
  expect(await testEnv.DB.prepare(accepted).bind(creator.as).first('n')).toBe(1);
  expect((await answer('reject', {})).html).toContain('changed');

  await passTime((await rowOf(id)).starts_at);
  const version = async () => String((await rowOf(id)).version);
  expect(await words(owner, list(brand.id))).toMatch(/Active.*Pays \d/);
  expect(await words(own, atCreator)).toMatch(/Running\. This period is paid when it ends:.*Cancel retainer/);
  const edited = await send(owner, atBrand, 'edit', {
    _seen: await version(),
    deliverables: 'Three videos a week.',
    notes: '',
  });
  expect(edited.status).toBe(303);
  expect((await send(own, atCreator, 'cancel', { _seen: await version() })).status).toBe(303);
  expect(await words(owner, atBrand)).toMatch(
    /runs to its end, .*, and is the last one that is paid.*Ends with this period.*Three videos a week\./,
  );
  expect(await words(owner, list(brand.id))).toMatch(/Ends \d/);
  expect(await words(owner, atBrand)).not.toContain('Cancel retainer');
  expect(await words(owner, `/app/${brand.id}/find?q=${id}`)).toContain('Retainer');
});
