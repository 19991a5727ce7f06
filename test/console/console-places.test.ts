// The pages of a workspace: who sees what, and how often a page waits for a database.
import { assert, describe, expect, it } from 'vitest';
import type { Role } from '../../src/auth/actor.ts';
import type { Place } from '../../src/auth/person.ts';
import { writes, writesAsAccount, writesAsBrand, writesAsOwnAccount } from '../../src/console/rights.ts';
import { NO_PAY } from '../../src/domains/work/program-terms/pay.ts';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { earnWithoutFunds, mintEarner } from '../harness/money/payouts.ts';
import { ask, browserOf, newBrowser, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { mintPerson } from '../harness/people/people.ts';
import { personOf } from '../harness/people/person.ts';
import { mintFile } from '../harness/work/creators.ts';
import { mintPair, mintSubmission, mintVideo } from '../harness/work/submissions.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

const MOST_TRIPS = 3;

async function brandWithSubmission() {
  const brand = await mintAccount('brand', { name: 'Northwind & Sons' });
  const creator = await call('POST', '/v1/creators', {
    key: brand.key,
    body: { email: `${crypto.randomUUID()}@example.com`, name: 'Mia Torres' },
  });
  await call('POST', '/v1/programs', {
    key: brand.key,
    body: { name: 'Summer launch', pay: { rules: [{ type: 'per_video', amount: 1_000 }] } },
  });
  await call('POST', '/v1/payments', {
    key: brand.key,
    headers: { 'Idempotency-Key': 'one' },
    body: { creator: creator.body.data.id, amount: 12_345, currency: 'usd' },
  });
  const as = async (role: Role) => await signedIn(await personOf(brand, role));
  return { brand, creator: creator.body.data.id as string, as };
}

const PAGES = ['', '/programs', '/submissions', '/payments'];

describe('the work that was sent in', () => {
  it('shows its still, which the page lets the browser fetch from wherever files are', async () => {
    const pair = await mintPair();
    const [video, still] = [
      await mintVideo(pair),
      await mintFile(pair.creator.as, 'thumbnail', { type: 'image/png' }),
    ];
    await call('PATCH', `/v1/files/${video}`, { ...pair.creator, body: { thumbnail: still } });
    await mintSubmission(pair, { file: video });
    const env = { ...testEnv, FILES_URL: 'https://files.content.example' };
    const browser = await signedIn(await personOf(pair.brand, 'member'));
    const answer = await ask(browser, `/app/${pair.brand.id}/submissions`, { env });
    expect(answer.html).toContain(`src="https://files.content.example/files/${still}?expires=`);
    expect(answer.headers.get('Content-Security-Policy')).toContain(
      "img-src 'self' data: https://files.content.example;",
    );
    expect(answer.headers.get('Content-Security-Policy')).toContain(
      "media-src 'self' https://files.content.example;",
    );
  });
});

describe("an account's pages", () => {
  it('show an owner and an admin what there is, money included, in three trips to the database at most', async () => {
    const { brand, as } = await brandWithSubmission();
    for (const role of ['owner', 'admin'] as const) {
      const browser = await as(role);
      for (const page of PAGES) {
        const { env, count } = countTrips();
        const answer = await ask(browser, `/app/${brand.id}${page}`, { env });
        expect(answer.status, page).toBe(200);
        expect(count(), page).toBeLessThanOrEqual(MOST_TRIPS);
        expect(answer.html).toContain('Northwind &amp; Sons');
      }
      const overview = wordsOf(await ask(browser, `/app/${brand.id}`));
      expect(overview).toMatch(/Owed \$129\.62 not billed yet: add a payment method/);
      expect(wordsOf(await ask(browser, `/app/${brand.id}/payments`))).toMatch(/Mia Torres.*\$123\.45/);
      // Without a balance the rest of the overview stays, and nothing unknown is a zero.
      const away = { ...testEnv, LEDGER: { idFromName: () => '', get: () => assert.fail('away') } as never };
      const partly = wordsOf(await ask(browser, `/app/${brand.id}`, { env: away }));
      expect(partly).toMatch(
        /Submissions to review \d.*What is owed and paid could not be loaded\. Try again/,
      );
      expect(partly).not.toMatch(/\$|No payments/);
    }
  });

  it('say that what is owed is billed to a card only where there is one', async () => {
    const { brand, as } = await brandWithSubmission();
    const owner = await as('owner');
    const hint = async (status: string | null) => {
      await testEnv.DB.prepare('UPDATE accounts SET card_status = ?2 WHERE id = ?1')
        .bind(brand.id, status)
        .run();
      return wordsOf(await ask(owner, `/app/${brand.id}`));
    };
    expect(await hint('active')).toContain('billed to the card on file');
    for (const status of ['expired', null])
      expect(await hint(status), `${status}`).not.toContain('billed to the card on file');
  });

  it('show a member no money at all, and refuse the page of payments', async () => {
    const { brand, as } = await brandWithSubmission();
    const member = await as('member');
    for (const page of PAGES.slice(0, 3)) {
      const answer = await ask(member, `/app/${brand.id}${page}`);
      expect(answer.status, page).toBe(200);
      expect(wordsOf(answer), page).not.toMatch(/\$|Owed|Balance|Payments|Spent/);
    }
    const refused = await ask(member, `/app/${brand.id}/payments`);
    expect(refused.status).toBe(403);
    expect(wordsOf(refused)).toContain('Only owners and admins');
    expect(wordsOf(refused)).not.toContain('123.45');
  });

  it("answer for another's place, and for none, as for a missing one", async () => {
    const { as } = await brandWithSubmission();
    const other = await mintAccount();
    const owner = await as('owner');
    const unknown = 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3';
    const missing = wordsOf(await ask(owner, `/app/${unknown}/programs`));
    for (const place of [other.id, 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3', 'nothing', '%00', 'acct_%27'])
      for (const page of PAGES) {
        const answer = await ask(owner, `/app/${place}${page}`);
        expect(answer.status, place + page).toBe(404);
        expect(wordsOf(answer)).toBe(missing);
      }
  });

  it('count live programs among all of them, not among the newest', async () => {
    const { brand, as } = await brandWithSubmission();
    const create = async (name: string) =>
      (
        await call('POST', '/v1/programs', {
          key: brand.key,
          body: { name, pay: { rules: [{ type: 'per_video', amount: 1_000 }] } },
        })
      ).body.data.id as string;
    await testEnv.DB.prepare(`UPDATE programs SET status = 'live' WHERE id = ?1`)
      .bind(await create('The oldest'))
      .run();
    for (let n = 0; n < 51; n++) await create(`Newer ${n}`);
    expect(wordsOf(await ask(await as('member'), `/app/${brand.id}`))).toMatch(/Live programs 1 /);
  });

  it('count exactly up to 1,000, and say from there on that there are more', async () => {
    const { brand, creator, as } = await brandWithSubmission();
    const program = await testEnv.DB.prepare('SELECT id FROM programs WHERE account_id = ?1')
      .bind(brand.id)
      .first<string>('id');
    const numbers = (most: number) =>
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${most})`;
    const applications = (from: number, to: number) =>
      testEnv.DB.prepare(
        `${numbers(to)} INSERT INTO applications (id, account_id, program_id, creator_id, status, version, created_at, updated_at)
         SELECT printf('appl_%026d', n), ?1, ?2, printf('crtr_%026d', n), 'pending', 1, 0, 0 FROM numbers WHERE n >= ${from}`,
      ).bind(brand.id, program);
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        `${numbers(101)} INSERT INTO submissions (id, account_id, program_id, application_id, creator_id, status, version, created_at, updated_at)
         SELECT printf('sub_%026d', n), ?1, ?2, 'appl_x', ?3, 'review', 1, 0, 0 FROM numbers`,
      ).bind(brand.id, program, creator),
      testEnv.DB.prepare(
        `${numbers(101)} INSERT INTO programs (id, account_id, name, type, status, pay, version, created_at, updated_at)
         SELECT printf('prog_%026d', n), ?1, 'One of many', 'organic', 'live', ?2, 1, 0, 0 FROM numbers`,
      ).bind(brand.id, JSON.stringify(NO_PAY)),
      applications(1, 1_000),
    ]);
    const member = await as('member');
    const overview = async () => wordsOf(await ask(member, `/app/${brand.id}`));
    expect(await overview()).toMatch(
      /Submissions to review 101 .*Pending applications 1,000 .*Live programs 101 /,
    );
    await applications(1_001, 1_001).run();
    expect(await overview()).toContain('Pending applications 1,000+ ');
  });

  it("promise a partner no charge of a card, which is the brand's", async () => {
    const partner = await mintAccount('partner');
    const browser = await signedIn(await personOf(partner, 'owner'));
    const page = wordsOf(await ask(browser, `/app/${partner.id}/payments`));
    expect(page).toContain('Your clients pay creators in their own workspaces.');
    expect(page).not.toContain('Your card');
  });

  it('let a partner’s owner find each client that has no people yet, however many there are', async () => {
    const partner = await mintAccount('partner');
    const names = Array.from({ length: 51 }, (_, n) => `Alpha ${String(n).padStart(3, '0')}`);
    for (const name of [...names, 'Zeta']) await mintAccount('brand', { managedBy: partner.id, name });
    const owned = await mintAccount('brand', { managedBy: partner.id, name: 'Zeta owned' });
    await personOf(owned);
    const owner = await signedIn(await personOf(partner));
    const path = `/app/${partner.id}/team`;
    const first = await ask(owner, path);
    expect(wordsOf(first)).toContain('There are more than are shown here.');
    expect(first.html).not.toContain('Zeta');
    const found = await send(owner, path, 'inviteOwner', {
      clientName: 'zeta',
      _again: '1',
      email: 'a@b.example',
    });
    const [, zeta] = /<option value="(acct_\w+)">Zeta</.exec(found.html)!;
    expect(found.html).toContain('value="a@b.example"');
    expect(found.html).not.toContain(owned.id);
    const invited = await send(owner, path, 'inviteOwner', { brand: zeta!, email: 'zeta@people.example' });
    expect(invited.status).toBe(303);
    const admin = await signedIn(await personOf(partner, 'admin'));
    expect(wordsOf(await ask(admin, path))).not.toContain('Invite the first owner');
  });

  it('keep filters in the address, say what is empty, and refuse filters that there are not', async () => {
    const { brand, as } = await brandWithSubmission();
    const owner = await as('owner');
    const live = await ask(owner, `/app/${brand.id}/programs?status=live`);
    expect(live.html).toContain('<option value="live" selected');
    expect(wordsOf(live)).toContain('No programs match');
    expect((await ask(owner, `/app/${brand.id}/programs?status=odd`)).status).toBe(422);
    expect((await ask(owner, `/app/${brand.id}/programs?cursor=odd`)).status).toBe(400);
  });

  it("list a person's places, and no other's", async () => {
    const { brand, as } = await brandWithSubmission();
    const mine = await ask(await as('admin'), '/app');
    expect(mine.html).toContain(`href="/app/${brand.id}/"`);
    const stranger = await mintAccount();
    const theirs = await ask(await signedIn(await personOf(stranger)), '/app');
    expect(theirs.html).not.toContain(brand.id);
  });

  it('are not needed to see where one is signed in, and to end a session', async () => {
    const person = await mintPerson();
    const [here, there] = [browserOf(person), await signedIn({ callerId: person.id })];
    expect((await ask(here, '/app')).html).toContain('href="/app/you"');
    const page = await ask(here, '/app/you');
    const id = /name="_id" value="(ses_[0-9a-z]{26})"/.exec(page.html)![1]!;
    const ended = await send(here, '/app/you', 'end', { _id: id });
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/app/you']);
    expect([(await ask(there, '/app/you')).status, (await ask(here, '/app/you')).status]).toEqual([303, 200]);
  });

  it('open to a session alone', async () => {
    const { brand, as } = await brandWithSubmission();
    const browser = await as('owner');
    const wrong = newBrowser();
    wrong.cookies.set('__Host-session', 'x'.repeat(43));
    wrong.cookies.set('session', browser.cookies.get('__Host-session')!);
    expect((await ask(wrong, `/app/${brand.id}`)).status).toBe(303);
    const byKey = await ask(newBrowser(), `/app/${brand.id}`, {
      headers: { Authorization: `Bearer ${brand.key}` },
    });
    expect(byKey.status).toBe(303);
  });
});

describe("a creator's pages", () => {
  it('show the person who took the record over what was earned, and nobody else anything', async () => {
    const { brand, creator, as } = await brandWithSubmission();
    const stranger = await personOf(await mintAccount());
    const browser = await signedIn(stranger);
    expect((await ask(browser, `/app/${creator}`)).status).toBe(404);
    await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = ?3 WHERE id = ?1')
      .bind(creator, stranger.callerId, clock.now())
      .run();
    for (const page of PAGES) {
      const { env, count } = countTrips();
      const answer = await ask(browser, `/app/${creator}${page}`, { env });
      expect(answer.status, page).toBe(200);
      expect(count(), page).toBeLessThanOrEqual(MOST_TRIPS);
    }
    const overview = wordsOf(await ask(browser, `/app/${creator}`));
    expect(overview).toMatch(/Available to withdraw \$0\.00/);
    expect(wordsOf(await ask(browser, `/app/${creator}/payments`))).toContain('$123.45');
    expect((await ask(await as('owner'), `/app/${creator}`)).status).toBe(404);
    expect((await ask(browser, `/app/${brand.id}`)).status).toBe(404);
  });

  it('promise the next payout only where the API sees nothing in its way', async () => {
    const earner = await mintEarner();
    await earnWithoutFunds(earner, 500);
    const person = await personOf(await mintAccount());
    await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = ?3 WHERE id = ?1')
      .bind(earner.holder, person.callerId, clock.now())
      .run();
    const browser = await signedIn(person);
    const overview = async () => wordsOf(await ask(browser, `/app/${earner.holder}`));
    expect(await overview()).toMatch(/Available \$5\.00 on the way to your balance/);
    await testEnv.DB.prepare('DELETE FROM payout_accounts WHERE holder = ?').bind(earner.holder).run();
    const without = await overview();
    expect(without).toMatch(
      /\$5\.00 cannot be paid out yet\. Payouts are not set up yet.* Available \$5\.00 cannot be paid out yet/,
    );
    expect(without).not.toContain('on the way to your balance');
  });
});

it('asks one rule who may change what in a workspace', () => {
  const brand = { type: 'brand', role: 'owner', status: 'active', own: true } as Place;
  const may = (changes: Partial<Place>) =>
    [writes, writesAsAccount, writesAsBrand, writesAsOwnAccount].map((ask) => ask({ ...brand, ...changes }));
  expect(may({})).toEqual([true, true, true, true]);
  expect(may({ role: 'admin', own: false })).toEqual([true, true, true, false]);
  expect(may({ type: 'partner' })).toEqual([true, true, false, true]);
  expect(may({ type: 'creator', role: null })).toEqual([true, false, false, false]);
  for (const no of [{ role: 'member' }, { status: 'ended' }, { role: 'member', own: false }] as const)
    expect(may(no)).toEqual([false, false, false, false]);
});
