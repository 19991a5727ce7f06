// Between verifying an address and claiming (or declining) the records with it, the creator's side is the
// person.
import { describe, expect, it } from 'vitest';
import type { SystemCtx } from '../../../../src/context.ts';
import { updateApplication } from '../../../../src/domains/work/applications/update-application.ts';
import { takeOver } from '../../../../src/domains/work/claims/take-over.ts';
import { verifyAddress } from '../../../../src/domains/work/claims/verify-address.ts';
import { createCreator } from '../../../../src/domains/work/creators/create-creator.ts';
import { updateCreator } from '../../../../src/domains/work/creators/update-creator.ts';
import { updateRelationship } from '../../../../src/domains/work/relationships/update-relationship.ts';
import { updateRetainer } from '../../../../src/domains/work/retainers/update-retainer.ts';
import { enroll, freshEmail, mintCreator, mintScene, verbCtx } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { type Answer, call, mintAccount, systemCtx } from '../../../harness/world.ts';

let people = 0;
const newPerson = () => `user_${String(++people).padStart(26, '0')}`;
const EVIDENCE = { ip: '192.0.2.1', userAgent: 'test' };

async function commit<C extends SystemCtx, T>(ctx: C, verb: (ctx: C) => Promise<T>): Promise<T> {
  const result = await verb(ctx);
  await ctx.write.commit();
  return result;
}
const verify = (person: string, email: string) =>
  commit(systemCtx(), (ctx) => verifyAddress(ctx, person, email));
const take = (person: string, id: string) => commit(systemCtx(), (ctx) => takeOver(ctx, person, id));
const refusal = ({ status, body }: Answer) => [status, body.error?.details?.reason ?? body.error?.code];

describe('an account whose record a person has verified the address of', () => {
  it('does nothing as the creator any more, and the person does once it has taken the record over', async () => {
    const { brand, partner, creator, program } = await mintScene();
    const as = { key: partner.key, as: creator };
    const [email, open, done] = [
      (await call('GET', `/v1/creators/${creator}`, { key: partner.key })).body.data.email,
      await mintProgram(brand.key, { status: 'live', visibility: 'network' }),
      await mintProgram(brand.key, { status: 'live', visibility: 'network' }),
    ];
    const other = await mintAccount();
    const elsewhere = await mintProgram(other.key, { status: 'live' });
    const post = async (key: string, path: string, body: object) =>
      (await call('POST', `/v1/${path}`, { key, body })).body.data.id as string;
    const invitation = await post(brand.key, 'applications', { program: program.id, creator });
    await post(other.key, 'applications', { program: elsewhere.id, creator });
    await enroll(brand.key, as, done.id);
    const retainer = await post(brand.key, 'retainers', { creator, pay: { base: 1_000 } });
    const relationship = (await call('GET', '/v1/relationships?status=invited', as)).body.data[0].id;
    const state = async () =>
      await Promise.all(
        [
          `applications/${invitation}`,
          `retainers/${retainer}`,
          `relationships/${relationship}`,
          'submissions',
        ].map(async (path) => (await call('GET', `/v1/${path}`, as)).body.data),
      );
    const before = await state();
    const acts: [string, string, object][] = [
      ['POST', 'applications', { program: open.id }],
      ['PATCH', `applications/${invitation}`, { status: 'approved' }],
      ['PATCH', `applications/${invitation}`, { acceptAgreements: true }],
      ['PATCH', `retainers/${retainer}`, { status: 'accepted' }],
      ['PATCH', `relationships/${relationship}`, { status: 'agreed' }],
      ['PATCH', `relationships/${relationship}`, { acceptAgreements: true }],
      ['POST', 'submissions', { program: done.id, url: 'https://www.tiktok.com/@a/video/73' }],
      ['POST', 'connections', { provider: 'stripe', country: 'US' }],
      ['POST', 'withdrawals', { amount: 100 }],
      ['PATCH', `creators/${creator}`, { bio: 'Theirs' }],
    ];
    const person = newPerson();
    await verify(person, email);
    for (const [method, path, body] of acts) {
      const refused = await call(method, `/v1/${path}`, {
        ...as,
        body,
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      });
      expect(refusal(refused), `${method} ${path}`).toEqual([403, 'person_verified']);
      expect(refused.body.error.message).toMatch(/person has verified the address/);
    }
    expect(await state()).toEqual(before);
    await take(person, creator);
    const self = () => verbCtx(partner, { creator });
    await commit(self(), (ctx) => updateApplication(ctx, invitation, { status: 'approved' }, EVIDENCE));
    await commit(self(), (ctx) => updateRetainer(ctx, retainer, { status: 'accepted' }, EVIDENCE));
    await commit(self(), (ctx) => updateRelationship(ctx, relationship, { status: 'agreed' }, EVIDENCE));
    expect((await call('GET', `/v1/applications/${invitation}`, { key: brand.key })).body.data).toMatchObject(
      { status: 'approved', agreementsRequired: false },
    );
    expect((await call('GET', `/v1/retainers/${retainer}`, { key: brand.key })).body.data.status).toBe(
      'accepted',
    );
    expect((await call('GET', `/v1/creators/${creator}`, { key: other.key })).body.data.status).toBe('live');
  });

  it('reads and edits what it wrote, but says no yes for the creator by an act of its own either', async () => {
    const partner = await mintAccount('partner');
    const client = (await call('POST', '/v1/brands', { key: partner.key, body: { name: 'Pine' } })).body.data
      .id;
    const made = await mintCreator(partner.key);
    const patch = (body: object) => call('PATCH', `/v1/creators/${made.id}`, { key: partner.key, body });
    const person = newPerson();
    await verify(person, made.email);
    expect((await patch({ notes: 'Mine', bio: 'Hi', tags: ['a'] })).body.data).toMatchObject({
      status: 'live',
      notes: 'Mine',
      bio: 'Hi',
      email: made.email,
    });
    for (const display of [{ visibility: 'network' }, { hiddenFrom: [client] }])
      expect(refusal(await patch(display))).toEqual([403, 'permission_denied']);
    // Under another address it would no longer be offered to its person, and the account would be its side
    // again.
    expect(refusal(await patch({ email: freshEmail() }))).toEqual([422, 'email_verified']);
    expect((await patch({ brands: [client] })).status).toBe(200);
    const atClient = () => call('GET', `/v1/creators/${made.id}`, { key: partner.key, as: client });
    expect((await atClient()).body.data.status).toBe('invited');
    expect((await patch({ status: 'removed' })).status).toBe(200);
    expect((await patch({ status: 'live' })).status).toBe(409);
    const program = await mintProgram(partner.key, { status: 'live' });
    const invitation = { program: program.id, creator: made.id };
    await call('POST', '/v1/applications', { key: partner.key, body: invitation });
    const again = await call('POST', '/v1/creators', { key: partner.key, body: { email: made.email } });
    expect(again.body.data).toMatchObject({ id: made.id, status: 'invited' });
    await take(person, made.id);
    expect((await atClient()).body.data.status).toBe('removed');
    const { id } = (await call('GET', '/v1/relationships?status=invited', { key: partner.key })).body.data[0];
    await commit(verbCtx(partner, { creator: made.id }), (ctx) =>
      updateRelationship(ctx, id, { status: 'agreed' }, EVIDENCE),
    );
    expect((await patch({ notes: 'x' })).body.data.status).toBe('live');
  });

  it('is no creator of its own either when the address is verified while it adds it', async () => {
    const [account, email] = [await mintAccount('partner'), freshEmail()];
    const made = await mintCreator(account.key);
    const adding = verbCtx(account, { account: 'partner' });
    await createCreator(adding, { email });
    const showing = verbCtx(account, { account: 'partner' });
    await updateCreator(showing, made.id, { visibility: 'network' });
    await verify(newPerson(), email);
    await verify(newPerson(), made.email);
    for (const ctx of [adding, showing])
      await expect(ctx.write.commit()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('keeps its handle: only of a record that no person has verified another person takes it', async () => {
    const [a, b] = [await mintAccount(), await mintAccount()];
    const handle = `h${crypto.randomUUID().slice(0, 8)}`;
    const [held, mine] = [await mintCreator(a.key), await mintCreator(b.key)];
    await call('PATCH', `/v1/creators/${held.id}`, { key: a.key, body: { handle } });
    await verify(newPerson(), held.email);
    const person = newPerson();
    await verify(person, mine.email);
    await take(person, mine.id);
    const ctx = verbCtx(b, { creator: mine.id });
    await updateCreator(ctx, mine.id, { handle });
    await expect(ctx.write.commit()).rejects.toMatchObject({ details: { reason: 'handle_taken' } });
  });
});
