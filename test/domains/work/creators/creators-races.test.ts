// Two batches are both prepared before either is written: the later one must notice that it is late.
import { describe, expect, it } from 'vitest';
import type { Ctx } from '../../../../src/context.ts';
import { updateApplication } from '../../../../src/domains/work/applications/update-application.ts';
import type { CreatorUpdateInput } from '../../../../src/domains/work/creators/creator-input.ts';
import { updateCreator } from '../../../../src/domains/work/creators/update-creator.ts';
import { updateProgram } from '../../../../src/domains/work/programs/update-program.ts';
import { mintPerson } from '../../../harness/people/people.ts';
import {
  eventsOf,
  freshEmail,
  mintAgreement,
  mintCreator,
  mintScene,
  verbCtx,
} from '../../../harness/work/creators.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

const NOWHERE = { ip: null, userAgent: null };

/** The error code of a commit; null when it succeeds. */
async function outcome(ctx: Ctx): Promise<string | null> {
  try {
    await ctx.write.commit();
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

describe('five equal additions of a creator at once', () => {
  async function addFive(key: string, email: string, headers: (n: number) => Record<string, string>) {
    const body = { email, name: 'Mia' };
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => call('POST', '/v1/creators', { key, body, headers: headers(n) })),
    );
    expect(new Set(answers.map((answer) => answer.body.data?.id)).size).toBe(1);
    const roster = (await call('GET', '/v1/creators', { key })).body.data;
    expect(roster.map(({ id }: { id: string }) => id)).toEqual([answers[0]!.body.data.id]);
    return answers.map(({ status }) => status).sort();
  }
  const without = () => ({});

  it('make one record: 201, and 200 to the others', async () => {
    const { key, id } = await mintAccount();
    expect(await addFive(key, freshEmail(), without)).toEqual([200, 200, 200, 200, 201]);
    const events = (await eventsOf(id)).filter(({ type }) => type === 'creator.created');
    expect(events).toHaveLength(1);
  });

  it('do so under keys of their own, and each key repeats its own answer', async () => {
    const { key } = await mintAccount();
    const email = freshEmail();
    const keyed = (n: number) => ({ 'Idempotency-Key': `add-${n}` });
    expect(await addFive(key, email, keyed)).toEqual([200, 200, 200, 200, 201]);
    expect(await addFive(key, email, keyed)).toEqual([200, 200, 200, 200, 201]);
  });

  it('invite a person once, who has no profile yet or one', async () => {
    const { key } = await mintAccount();
    const person = await mintPerson();
    await testEnv.DB.prepare('INSERT INTO verified_emails (email, person_id, verified_at) VALUES (?, ?, 1)')
      .bind(person.email, person.id)
      .run();
    expect(await addFive(key, person.email, without)).toEqual([200, 200, 200, 200, 201]);
    const other = await mintAccount();
    expect(await addFive(other.key, person.email, without)).toEqual([200, 200, 200, 200, 201]);
  });

  it('take somebody back who had left the roster', async () => {
    const { key } = await mintAccount();
    const email = freshEmail();
    const { id } = await mintCreator(key, { email });
    await call('PATCH', `/v1/creators/${id}`, { key, body: { status: 'removed' } });
    expect(await addFive(key, email, without)).toEqual([200, 200, 200, 200, 201]);
  });
});

describe('two edits of a creator', () => {
  const pairs: [CreatorUpdateInput, CreatorUpdateInput][] = [
    [{ notes: 'a' }, { notes: 'b' }],
    [{ bio: 'a' }, { bio: 'b' }],
    [{ notes: 'a' }, { bio: 'b' }],
    [{ bio: 'a' }, { notes: 'b' }],
    [{ bio: 'a', notes: 'a' }, { tags: ['b'] }],
    [{ hiddenFrom: [] }, { notes: 'b' }],
  ];

  it.each(pairs)('%j, then %j: the second is a version conflict', async (first, second) => {
    const partner = await mintAccount('partner');
    const { id } = await mintCreator(partner.key);
    const [a, b] = [verbCtx(partner, { account: 'partner' }), verbCtx(partner, { account: 'partner' })];
    const written = await updateCreator(a, id, first);
    await updateCreator(b, id, second);
    expect(await outcome(a)).toBe(null);
    expect(await outcome(b)).toBe('version_conflict');
    const now = (await call('GET', `/v1/creators/${id}`, { key: partner.key })).body.data;
    expect(now).toEqual(written);
  });
});

describe('an acceptance that was prepared', () => {
  it('is a version conflict when the program asks for something else by the time it is written', async () => {
    const scene = await mintScene();
    const body = { program: scene.program.id, creator: scene.creator };
    const { id } = (await call('POST', '/v1/applications', { key: scene.brand.key, body })).body.data;
    const accepting = verbCtx(scene.partner, { creator: scene.creator });
    await updateApplication(accepting, id, { status: 'approved' }, NOWHERE);
    const more = await mintAgreement(scene.brand.id);
    const changing = verbCtx(scene.brand, { account: 'brand' });
    await updateProgram(changing, scene.program.id, { agreements: [scene.agreement, more] });
    expect(await outcome(changing)).toBe(null);
    expect(await outcome(accepting)).toBe('version_conflict');
    const now = (await call('GET', `/v1/applications/${id}`, { key: scene.brand.key })).body.data;
    expect(now).toMatchObject({ status: 'pending', agreementsRequired: true });
    const kept = await call('GET', '/v1/agreements/acceptances', { key: scene.brand.key });
    expect(kept.body.data).toEqual([]);
  });
});
