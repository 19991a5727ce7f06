// The mail to a creator whom an account adds or invites, at an address that nobody has proved.
import { beforeAll, describe, expect, it } from 'vitest';
import { bounceSignature } from '../../../../src/domains/accounts/mails/bounce-address.ts';
import { invitationAllowances } from '../../../../src/domains/accounts/mails/interface.ts';
import { receiveBounce } from '../../../../src/domains/accounts/mails/receive-bounce.ts';
import { signUp } from '../../../../src/domains/accounts/sign-ups/sign-up.ts';
import { verifyEmail } from '../../../../src/domains/accounts/sign-ups/verify-email.ts';
import { teamOperations } from '../../../../src/domains/accounts/team/operations.ts';
import { mailInvitations } from '../../../../src/domains/work/claims/mail-invitations.ts';
import { takeOver } from '../../../../src/domains/work/claims/take-over.ts';
import { verifyAddress } from '../../../../src/domains/work/claims/verify-address.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { ask, browserOf, newBrowser, send, wordsOf } from '../../../harness/pages/pages.ts';
import { noticed, noticesOf } from '../../../harness/people/notices.ts';
import { commit, linkTo, mailsTo, mintPerson, personAt } from '../../../harness/people/people.ts';
import { performed } from '../../../harness/people/person.ts';
import { put } from '../../../harness/put.ts';
import { freshEmail } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { PAY } from '../../../harness/work/retainers.ts';
import { call, type Minted, mintAccount, ORIGIN, systemCtx, testEnv } from '../../../harness/world.ts';

const HELLO_WAIT = 10 * MINUTE_MS;
const PASSWORD = 'correct horse battery';
let brand: Minted;
let program: { id: string };

/** The job, so much later. */
const mailed = (laterMs = HELLO_WAIT) => mailInvitations(systemCtx(clock.now() + laterMs));
const add = async (email: string, by = brand) =>
  (await call('POST', '/v1/creators', { key: by.key, body: { email } })).body.data;
const invite = (creator: string, to = program.id, by = brand) =>
  call('POST', '/v1/applications', { key: by.key, body: { program: to, creator } });
const live = (name: string, by = brand) => mintProgram(by.key, { name, status: 'live' });
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
const sentTo = async (email: string) => (await subjects(email)).length;
const waits = async (creator: string) =>
  (await testEnv.DB.prepare('SELECT due_at AS due FROM invitation_mails WHERE creator_id = ?')
    .bind(creator)
    .first<number>('due')) ?? null;
const pathIn = (text: string, begin: string) =>
  new RegExp(`^${ORIGIN}(${begin}/\\S+)$`, 'm').exec(text)?.[1] ?? '';
const become = async (email: string): Promise<string> => {
  await commit((ctx) => signUp(ctx, { name: 'Ana', email, password: PASSWORD, profile: 'creator' }, null));
  const token = await linkTo(email);
  return (await commit((ctx) => verifyEmail(ctx, { token, password: PASSWORD }, null))).personId;
};

beforeAll(async () => {
  brand = await mintAccount();
  await testEnv.DB.prepare("UPDATE accounts SET name = 'Kaffa Coffee' WHERE id = ?").bind(brand.id).run();
  program = await live('Morning cup');
});

describe('a creator at an unproved address', () => {
  it('is mailed once who invites to which program, however often and however late the job runs', async () => {
    const email = freshEmail();
    const { id } = await add(email);
    await mailed(9 * MINUTE_MS);
    expect(await subjects(email)).toEqual([]);
    const before = await waits(id);
    await invite(id);
    // What an account has invited to a program need not grow any more.
    expect(await waits(id)).toBeLessThan(before!);
    await invite(id, (await live('Evening cup')).id);
    await Promise.all([mailed(0), mailed(0), mailed()]);
    await mailed(DAY_MS);
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail!.subject).toMatch(/^"Kaffa Coffee" invites you to "(Morning|Evening) cup"$/);
    expect(mail!.text).toContain(', and to 1 more program.');
    expect(await waits(id)).toBeNull();
    // It is made again as if another run had begun before, which the same batch prevents.
    await testEnv.DB.prepare('INSERT INTO invitation_mails VALUES (?, ?, 1, 1, NULL)')
      .bind(id, brand.id)
      .run();
    await mailed();
    expect(await subjects(email)).toHaveLength(1);
  });

  it('is mailed who added it, where no program follows within 10 minutes', async () => {
    const email = freshEmail();
    await add(email);
    await mailed();
    expect(await subjects(email)).toEqual(['"Kaffa Coffee" wants to work with you on Service']);
  });

  it('is mailed again for a retainer alone, a week after it was added', async () => {
    const email = freshEmail();
    const { id } = await add(email);
    await mailed();
    const offered = await call('POST', '/v1/retainers', { key: brand.key, body: { creator: id, pay: PAY } });
    expect([offered.status, await waits(id)]).toEqual([201, expect.any(Number)]);
    await mailed(8 * DAY_MS);
    expect(await sentTo(email)).toBe(2);
  });

  it('is mailed at a corrected address, and the link to the old one shows nothing any more', async () => {
    const [wrong, right] = [freshEmail(), freshEmail()];
    const { id } = await add(wrong);
    await mailed();
    const old = pathIn((await mailsTo(wrong))[0]!.text, '/invitations');
    expect((await ask(newBrowser(), old)).status).toBe(200);
    await call('PATCH', `/v1/creators/${id}`, { key: brand.key, body: { email: right } });
    await mailed();
    expect(await subjects(right)).toHaveLength(1);
    expect((await ask(newBrowser(), old)).status).toBe(410);
  });

  it.each([
    [
      'the account removed it',
      (id: string) => call('PATCH', `/v1/creators/${id}`, { key: brand.key, body: { status: 'removed' } }),
    ],
    [
      'its mails came back',
      async (_: string, email: string) => {
        for (const n of [1, 2]) {
          const mail = `mail_${String(n).padStart(13, '0')}${crypto.randomUUID().replaceAll('-', '').slice(0, 13)}`;
          await testEnv.DB.prepare(
            'INSERT INTO mails (id, recipient, created_at, updated_at) VALUES (?, ?, 1, 1)',
          )
            .bind(mail, email)
            .run();
          await commit((ctx) => receiveBounce(ctx, mail, bounceSignature(ctx.vars, mail)));
        }
      },
    ],
    [
      'a person proved the address',
      async (_: string, email: string) => {
        await become(email);
      },
    ],
  ])('is not mailed once %s', async (_, end) => {
    const email = freshEmail();
    const { id } = await add(email);
    await end(id, email);
    await mailed();
    expect((await subjects(email)).filter((one) => one.includes('Kaffa'))).toEqual([]);
    expect(await waits(id)).toBeNull();
  });
});

describe('nobody makes a spam cannon of it', () => {
  it('an account mails an address once in 7 days', async () => {
    const email = freshEmail();
    const { id } = await add(email);
    await mailed();
    await invite(id);
    await mailed();
    expect([await subjects(email), await waits(id)]).toEqual([[expect.any(String)], null]);
    await invite(id, (await live('Next week')).id);
    await mailed(8 * DAY_MS);
    expect((await subjects(email))[0]).toBe('"Kaffa Coffee" invites you to "Next week"');
  });

  it('all accounts together mail an address twice a day, and the others on later days', async () => {
    const email = freshEmail();
    for (const by of await Promise.all([1, 2, 3].map(() => mintAccount()))) await add(email, by);
    await mailed();
    await mailed(HELLO_WAIT + MINUTE_MS);
    expect(await subjects(email)).toHaveLength(2);
    await mailed(DAY_MS + 20 * MINUTE_MS);
    expect(await subjects(email)).toHaveLength(3);
  });

  it('an account mails 200 a day, teams included, and one that waits for a week in vain is given up', async () => {
    const by = await mintAccount();
    const owner = await mintPerson({ [by.id]: 'owner' });
    const actor = (await personAt(owner.token, by.id))!.actor!;
    const [first, second] = [freshEmail(), freshEmail()];
    const [one, two] = [await add(first, by), await add(second, by)];
    const body = { email: freshEmail(), role: 'member' };
    await performed(actor, teamOperations.createInvitation, { body });
    const { key } = invitationAllowances(by.id, first).account;
    const mailedBefore = (count: number, at: number) => put('attempts', { key, minute: at, count });
    await mailedBefore(198, clock.now());
    await mailed();
    const sent = async () => [...(await subjects(first)), ...(await subjects(second))].length;
    expect(await sent()).toBe(1);
    const later = [await waits(one.id), await waits(two.id)].filter((due) => due !== null);
    expect(later).toEqual([expect.any(Number)]);
    expect(later[0]! - clock.now()).toBeGreaterThan(DAY_MS - MINUTE_MS);
    await mailedBefore(200, clock.now() + 8 * DAY_MS);
    await mailed(8 * DAY_MS);
    expect([await sent(), await waits(one.id), await waits(two.id)]).toEqual([1, null, null]);
  });

  it('one that cannot be mailed waits ever longer, and holds up no other', async () => {
    const [bad, good] = [freshEmail(), freshEmail()];
    const broken = await add(bad);
    const { id } = await add(good);
    // No mail takes an ID like this one.
    const odd = `${broken.id.slice(0, -1)}_`;
    await testEnv.DB.batch(
      [
        'creators SET id',
        'creator_relationships SET creator_id',
        'invitation_mails SET due_at = 0, creator_id',
      ].map((to) =>
        testEnv.DB.prepare(`UPDATE ${to} = ?1 WHERE ${to.split(' ').at(-1)} = ?2`).bind(odd, broken.id),
      ),
    );
    await mailed();
    expect([await sentTo(good), await waits(id)]).toEqual([1, null]);
    const first = (await waits(odd))! - clock.now();
    expect(first).toBeGreaterThan(15 * MINUTE_MS);
    await mailed(first);
    expect((await waits(odd))! - clock.now()).toBeGreaterThan(1.9 * first);
    await mailed(9 * DAY_MS);
    expect([await waits(odd), await sentTo(bad)]).toEqual([null, 0]);
  });

  it('at most 1,000 wait for an account', async () => {
    const by = await mintAccount();
    await testEnv.DB.prepare(
      `WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
       INSERT INTO invitation_mails SELECT 'crtr_z' || i, ?, 9e15, 0, NULL FROM n`,
    )
      .bind(by.id)
      .run();
    const [one, two] = [await add(freshEmail(), by), await add(freshEmail(), by)];
    expect([await waits(one.id), await waits(two.id)]).toEqual([expect.any(Number), null]);
  });

  it('its reader ends it for all accounts and teams by one POST; a scanner’s look at the link ends nothing', async () => {
    const email = freshEmail();
    await add(email);
    await mailed();
    const [mail] = await mailsTo(email);
    const off = pathIn(mail!.text, '/unsubscribe');
    expect(mail!.unsubscribe).toBe(`${ORIGIN}${off}`);
    expect(off).not.toContain('@');
    expect(wordsOf(await ask(newBrowser(), off))).toContain(`Turn off invitations to ${email}`);
    const by = await mintAccount();
    await add(email, by);
    await mailed();
    expect(await subjects(email)).toHaveLength(2);
    expect((await ask(newBrowser(), off.replace(/\.[^.]{4}/g, '.AAAA'))).status).toBe(404);
    // As a mail program sends it: without cookies or token.
    const click = { method: 'POST', fields: { 'List-Unsubscribe': 'One-Click' } };
    for (let n = 0; n < 2; n++) expect((await ask(newBrowser(), off, click)).status).toBe(200);
    await testEnv.DB.prepare('DELETE FROM attempts').run();
    const next = await mintAccount();
    await add(email, next);
    await mailed();
    const owner = await mintPerson({ [next.id]: 'owner' });
    const actor = (await personAt(owner.token, next.id))!.actor!;
    const body = { email, role: 'member' };
    expect(await performed(actor, teamOperations.createInvitation, { body })).toMatchObject({ mailed: true });
    expect(await subjects(email)).toHaveLength(2);
    // Who signs up wants mails again.
    await become(email);
    await testEnv.DB.prepare('DELETE FROM attempts').run();
    await performed(actor, teamOperations.createInvitation, { body });
    expect((await subjects(email))[0]).toMatch(/^Join /);
  });
});

describe('its link', () => {
  it('shows who invites and leads to sign-up, sign-in or the answer, and to nothing once it was answered', async () => {
    const email = freshEmail();
    const partner = await mintAccount('partner');
    const { id } = await add(email, partner);
    await mailed();
    const link = pathIn((await mailsTo(email))[0]!.text, '/invitations');
    const guest = await ask(newBrowser(), link);
    expect(wordsOf(guest)).toContain(email);
    expect(guest.html).toContain('href="/sign-up?to=%2Fclaims"');
    expect(guest.html).toContain('href="/sign-in?to=%2Fclaims"');
    for (const wrong of [
      link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      `/invitations/x/${'0'.repeat(32)}`,
    ])
      expect((await ask(newBrowser(), wrong)).status).toBe(410);
    const other = await mintPerson();
    expect(wordsOf(await ask(browserOf(other), link))).toContain('whom this is not for');
    const person = await mintPerson();
    await testEnv.DB.prepare('UPDATE people SET email = ? WHERE id = ?').bind(email, person.id).run();
    expect((await ask(browserOf(person), link)).html).toContain('href="/claims"');
    // Only what can be claimed is offered.
    expect(wordsOf(await ask(browserOf(person), '/claims'))).toContain('No profiles to claim');
    await commit((ctx) => verifyAddress(ctx, person.id, email));
    const answered = await send(browserOf(person), '/claims', 'takeOver', { _id: id });
    expect(answered.headers.get('location')).toBe(`/app/${id}`);
    expect((await ask(browserOf(person), link)).status).toBe(410);
  });
});

describe('a person who has proved the address', () => {
  it('gets the notice of who added them and no second mail, and the account learns nothing of it', async () => {
    const email = freshEmail();
    const first = await mintAccount();
    const { id } = await add(email, first);
    const person = await become(email);
    // The account's answers before and after are the same but for what it did itself.
    const stranger = await add(freshEmail(), first);
    const own = await live('Own', first);
    const answers = await Promise.all([invite(id, own.id, first), invite(stranger.id, own.id, first)]);
    expect(answers.map(({ status, body }) => [status, Object.keys(body.data)])).toEqual([
      [201, Object.keys(answers[1]!.body.data)],
      [201, Object.keys(answers[1]!.body.data)],
    ]);
    await mailed();
    await commit((ctx) => takeOver(ctx, person, id));
    const later = await mintAccount();
    await testEnv.DB.prepare("UPDATE accounts SET name = 'Late Tea' WHERE id = ?").bind(later.id).run();
    expect(await add(email, later)).toMatchObject({ status: 'invited' });
    await noticed();
    await mailed();
    const [notice] = await noticesOf({ id: person }, id);
    expect(notice).toMatchObject({ text: 'Late Tea added you to its creators' });
    expect((await subjects(email)).filter((one) => one.includes('"'))).toEqual([]);
  });
});
