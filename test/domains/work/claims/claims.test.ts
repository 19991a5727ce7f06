// A person verifies an address, and claims or declines the records that accounts created with it.
import { describe, expect, it } from 'vitest';
import type { SystemCtx } from '../../../../src/context.ts';
import { refuseRecord } from '../../../../src/domains/work/claims/refuse-record.ts';
import { takeOver } from '../../../../src/domains/work/claims/take-over.ts';
import { verifyAddress } from '../../../../src/domains/work/claims/verify-address.ts';
import { updateCreator } from '../../../../src/domains/work/creators/update-creator.ts';
import { enroll, freshEmail, mintCreator, verbCtx } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

let people = 0;
const newPerson = () => `user_${String(++people).padStart(26, '0')}`;

async function commit<T>(verb: (ctx: SystemCtx) => Promise<T>): Promise<T> {
  const ctx = systemCtx();
  const result = await verb(ctx);
  await ctx.write.commit();
  return result;
}
const verify = (person: string, email: string) => commit((ctx) => verifyAddress(ctx, person, email));
const take = (person: string, id: string) => commit((ctx) => takeOver(ctx, person, id));
const refuse = (person: string, id: string) => commit((ctx) => refuseRecord(ctx, person, id));

const get = (key: string, id: string) => call('GET', `/v1/creators/${id}`, { key });
const add = (key: string, email: string, more: object = {}) =>
  call('POST', '/v1/creators', { key, body: { email, ...more } });
const patch = (key: string, id: string, body: unknown, as?: string) =>
  call('PATCH', `/v1/creators/${id}`, { key, body, ...(as ? { as } : {}) });

describe('verifying an address', () => {
  it('offers what accounts wrote at it, 20 at a time, by name and date alone, and is one claim over all', async () => {
    const email = freshEmail();
    const accounts: Minted[] = [];
    for (let n = 0; n < 22; n++) {
      accounts.push(await mintAccount());
      await add(accounts[n]!.key, email, { name: 'Secret', phone: '+15550001' });
    }
    const person = newPerson();
    const offered = await verify(person, ` ${email.toUpperCase()}`);
    expect(offered).toHaveLength(20);
    expect(Object.keys(offered[0]!).sort()).toEqual(['accountName', 'addedAt', 'creator']);
    for (const { creator } of offered.slice(0, 3)) await take(person, creator);
    expect(await verify(person, email)).toHaveLength(19);
    await expect(verify(newPerson(), email)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('taking a record over', () => {
  it('leaves what was agreed for it, lets nobody else act as it, and asks for payouts anew', async () => {
    const [partner, brand, stranger] = [
      await mintAccount('partner'),
      await mintAccount(),
      await mintAccount(),
    ];
    const made = await mintCreator(partner.key, { visibility: 'network' });
    const program = await mintProgram(brand.key, { status: 'live', visibility: 'network' });
    await enroll(brand.key, { key: partner.key, as: made.id }, program.id);
    await patch(partner.key, made.id, { hiddenFrom: [stranger.id] });
    await testEnv.DB.prepare(
      `INSERT INTO payout_accounts (holder, request_key, country, processor_account, currency, identity, banks,
        payouts_enabled, tax_id, looks, created_at, updated_at) VALUES (?1, ?1, 'US', ?2, 'usd', 'verified', '[]', 1, 'missing', 1, 1, 1)`,
    )
      .bind(made.id, `acct_${made.id}`)
      .run();
    await testEnv.DB.prepare(
      "UPDATE creators SET identity_status = 'verified', bank_account_status = 'added' WHERE id = ?",
    )
      .bind(made.id)
      .run();
    const before = (await get(partner.key, made.id)).body.data;
    const person = newPerson();
    await expect(take(person, made.id)).rejects.toMatchObject({ code: 'not_found' });
    await verify(person, made.email);
    await expect(take(newPerson(), made.id)).rejects.toMatchObject({ code: 'not_found' });
    await take(person, made.id);
    const after = (await get(partner.key, made.id)).body.data;
    expect(after).toMatchObject({
      status: 'live',
      relationship: 'represented',
      email: made.email,
      claim: { status: 'claimed' },
      payouts: { identity: { status: 'required' }, bankAccount: { status: 'missing' } },
      hiddenFrom: [],
    });
    expect(after.version).toBeGreaterThan(before.version);
    expect((await get(brand.key, made.id)).body.data).toMatchObject({ status: 'live' });
    expect((await get(stranger.key, made.id)).status).toBe(404);
    expect((await patch(partner.key, made.id, { bio: 'x' })).status).toBe(403);
    expect((await patch(partner.key, made.id, { bio: 'x' }, made.id)).body.error.code).toBe(
      'account_not_reachable',
    );
    expect(await rowsOf('payout_accounts', 'holder', made.id)).toEqual([]);
    expect(await rowsOf('detached_payout_accounts', 'holder', made.id)).toMatchObject([
      { processor_account: `acct_${made.id}` },
    ]);
    await expect(take(newPerson(), made.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('makes the first record primary: it alone is invited by address and listed', async () => {
    const [first, second, third] = [await mintAccount(), await mintAccount(), await mintAccount()];
    const email = freshEmail();
    const older = (await add(first.key, email, { visibility: 'network' })).body.data;
    const newer = (await add(second.key, email, { visibility: 'network' })).body.data;
    const person = newPerson();
    await verify(person, email);
    await take(person, newer.id);
    await take(person, older.id);
    expect((await get(first.key, older.id)).body.data.visibility).toBe('private');
    expect((await get(second.key, newer.id)).body.data.visibility).toBe('network');
    expect((await add(third.key, email)).body.data).toMatchObject({ id: newer.id, status: 'invited' });
    // The account that had the address keeps its own record.
    const again = await add(first.key, email);
    expect([again.status, again.body.data.id]).toEqual([200, older.id]);
  });

  it('leads to a record of the person itself where nobody had one, which an account then only invites', async () => {
    const [brand, other] = [await mintAccount(), await mintAccount()];
    const email = freshEmail();
    await verify(newPerson(), email);
    const asked = (await add(brand.key, email, { name: 'My words', phone: '+15550001' })).body.data;
    expect(asked).toMatchObject({ status: 'invited', name: 'My words', managedBy: null, claim: null });
    const next = (await add(other.key, email)).body.data;
    expect(next).toMatchObject({ id: asked.id, status: 'invited', phone: null });
    expect(JSON.stringify(next)).not.toContain('My words');
  });
});

describe('an address that a person verified', () => {
  it('is not written into a record: it is added, and so the person asked; of any other nothing is told', async () => {
    const [account, other] = [await mintAccount(), await mintAccount('partner')];
    const [mine, own] = [await mintCreator(account.key), await mintCreator(account.key)];
    const [theirs, email] = [await mintCreator(other.key), freshEmail()];
    await verify(newPerson(), email);
    for (const as of [undefined, mine.id]) {
      const refused = await patch(account.key, mine.id, { email: email.toUpperCase(), bio: 'x' }, as);
      expect([refused.status, refused.body.error.details.reason]).toEqual([422, 'email_verified']);
    }
    expect((await get(account.key, mine.id)).body.data).toEqual(mine);
    expect((await add(account.key, email)).body.data.status).toBe('invited');
    // An unverified address may be used, even if another account uses it too.
    expect((await patch(account.key, mine.id, { email: theirs.email })).status).toBe(200);
    // The account learns neither by adding it nor here that its own record's address was verified since.
    const before = await patch(account.key, mine.id, { email: own.email });
    await verify(newPerson(), own.email);
    const since = await patch(account.key, mine.id, { email: own.email });
    expect(since.body.error.details).toEqual({ reason: 'email_taken' });
    expect({ ...since.body.error, requestId: '' }).toEqual({ ...before.body.error, requestId: '' });
    expect((await patch(account.key, own.id, { email: own.email, bio: 'Hi' })).status).toBe(200);
    expect((await add(account.key, own.email)).status).toBe(200);
  });
});

describe('refusing a record', () => {
  it('takes the address out and ends what was said in its name, for good; what is owed stays owed', async () => {
    const [partner, brand] = [await mintAccount('partner'), await mintAccount()];
    const made = await mintCreator(partner.key);
    const caller = { key: partner.key, as: made.id };
    const program = await mintProgram(brand.key, { status: 'live', visibility: 'network' });
    const application = await enroll(brand.key, caller, program.id);
    const offer = { creator: made.id, pay: { base: 1_000 } };
    const retainer = (await call('POST', '/v1/retainers', { key: brand.key, body: offer })).body.data.id;
    const person = newPerson();
    await verify(person, made.email);
    await refuse(person, made.id);
    expect((await get(partner.key, made.id)).body.data).toMatchObject({
      email: null,
      claim: null,
      status: 'removed',
    });
    expect((await get(brand.key, made.id)).body.data).toMatchObject({ email: null, status: 'removed' });
    const closed = await call('GET', `/v1/applications/${application}`, { key: brand.key });
    expect(closed.body.data).toMatchObject({ status: 'rejected', removed: true });
    const ended = await call('GET', `/v1/retainers/${retainer}`, { key: brand.key });
    expect(ended.body.data.status).toBe('canceled');
    // Nothing that the account does takes it up again.
    for (const body of [{ email: made.email }, { visibility: 'network' }])
      expect((await patch(partner.key, made.id, body)).status).toBe(409);
    expect((await patch(partner.key, made.id, { status: 'live' })).status).toBe(409);
    await call('POST', '/v1/applications', {
      key: brand.key,
      body: { program: program.id, creator: made.id },
    });
    await call('PATCH', `/v1/applications/${application}`, { key: brand.key, body: { status: 'pending' } });
    await call('PATCH', `/v1/applications/${application}`, { ...caller, body: { status: 'approved' } });
    expect((await get(brand.key, made.id)).body.data.status).toBe('removed');
    const submission = { program: program.id, url: `https://www.tiktok.com/@a/video/${made.id.length}` };
    const sent = await call('POST', '/v1/submissions', { ...caller, body: submission });
    expect(sent.body.error.details.reason).toBe('not_agreed');
    // And the address belongs to the person: the account can only ask.
    expect((await add(partner.key, made.email)).body.data).toMatchObject({ status: 'invited' });
  });
});

describe('a handle', () => {
  it('is taken by a person from a record that nobody claimed, and refused alike whoever has it', async () => {
    const [a, b, c] = [await mintAccount(), await mintAccount(), await mintAccount()];
    const handle = `h${freshEmail().slice(-20, -13)}`.replace(/[^a-z0-9]/g, '');
    const held = await mintCreator(a.key);
    await patch(a.key, held.id, { handle });
    const mine = await mintCreator(b.key);
    const refused = await patch(b.key, mine.id, { handle });
    const person = newPerson();
    await verify(person, mine.email);
    await take(person, mine.id);
    // The pages run the verb as the person; here the person's key stands for that.
    const ctx = verbCtx(b, { creator: mine.id });
    await updateCreator(ctx, mine.id, { handle });
    await ctx.write.commit();
    expect((await get(a.key, held.id)).body.data.handle).toBe(null);
    expect((await call('GET', `/v1/creators?q=${handle}`, { key: a.key })).body.data).toEqual([]);
    const late = await mintCreator(c.key);
    const { error } = (await patch(c.key, late.id, { handle })).body;
    expect({ ...error, requestId: '' }).toEqual({ ...refused.body.error, requestId: '' });
  });
});

describe('an address that nobody verified', () => {
  it.each(['brand', 'partner'] as const)(
    'tells a %s nothing of what another did at it: two worlds answer alike',
    async (type) => {
      /** Everything that the second account is told, without IDs and times. */
      const world = async (busy: boolean): Promise<string[]> => {
        const [first, second] = [
          await mintAccount('partner', { name: 'First' }),
          await mintAccount(type, { name: 'Second' }),
        ];
        for (const { key } of [first, second])
          await call('PATCH', '/v1/keys/current', {
            key,
            body: { webhookUrl: 'https://hooks.shop-one.com/x' },
          });
        const email = freshEmail();
        let theirs: string | null = null;
        if (busy) {
          theirs = (await add(first.key, email, { name: 'Zelda', phone: '+15550001', visibility: 'network' }))
            .body.data.id;
          await patch(first.key, theirs!, { bio: 'Known', handle: `w${theirs!.slice(-12)}`, notes: 'n' });
        }
        const told: unknown[] = [];
        const ask = async (method: string, path: string, body?: unknown) => {
          const answer = await call(method, path, { key: second.key, ...(body ? { body } : {}) });
          told.push([method, answer.status, answer.body]);
          return answer.body.data;
        };
        const mine = await ask('POST', '/v1/creators', { email, name: 'Mine' });
        if (theirs) {
          const program = await mintProgram(first.key, { status: 'live', visibility: 'network' });
          await enroll(first.key, { key: first.key, as: theirs }, program.id);
        }
        await ask('POST', '/v1/creators', { email: email.toUpperCase() });
        const other = await ask('POST', '/v1/creators', { email: `x${email}` });
        for (const body of [
          { email },
          { email: `y${email}`, version: 1 },
          { status: 'paused' },
          { notes: 'x' },
        ])
          await ask('PATCH', `/v1/creators/${other.id}`, body);
        await ask('PATCH', `/v1/creators/${mine.id}`, { status: 'removed' });
        await ask('PATCH', `/v1/creators/${mine.id}`, { status: 'live' });
        for (const q of [email, 'zelda', 'mine']) await ask('GET', `/v1/creators?q=${encodeURIComponent(q)}`);
        for (const path of ['creators', 'relationships', 'events', 'applications', 'account'])
          await ask('GET', `/v1/${path}`);
        expect((await call('GET', '/v1/events', { key: second.key })).body.data.length).toBeGreaterThan(1);
        const text = JSON.stringify(told)
          .replaceAll(email, 'ADDRESS')
          .replaceAll(email.toUpperCase(), 'ADDRESS');
        if (theirs) expect(text).not.toContain(theirs);
        return text
          .replaceAll(email.split('@')[0]!, 'LOCAL')
          .replace(/"[a-z]+_[0-9a-z]{26}"/g, '"ID"')
          .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"TIME"')
          .replace(/"slug":"[^"]*"/g, '')
          .split('],[');
      };
      expect(await world(true)).toEqual(await world(false));
    },
  );
});

async function rowsOf(table: string, column: string, value: string): Promise<unknown[]> {
  return (await testEnv.DB.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).bind(value).all()).results;
}
