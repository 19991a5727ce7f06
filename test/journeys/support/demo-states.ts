// What the demo of all clicks has beyond the demo itself, written before the service starts: records in states that take days, a
// shop or a leak to reach.
import { objectKey } from '../../../src/domains/platform/files/bytes.ts';
import { keyOf } from '../../../src/domains/work/creator-codes/creator-code.ts';
import { insertCode } from '../../../src/domains/work/creator-codes/store.ts';
import type { Env } from '../../../src/env.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS } from '../../../src/kit/time.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import type { Demo } from '../../../tools/demo/demo-file.ts';
import * as clock from '../../harness/clock.ts';
import { addSubmission } from './client-scene.ts';

type Values = Record<string, string | number | null>;

/** IDs that nothing else tells. */
export interface States {
  /** A picture that the creator has uploaded, and that was not read yet when its form was sent. */
  picture: string;
  /** Another record of the creator who can sign in. */
  second: string;
}

export async function addStates(env: Env, demo: Demo): Promise<States> {
  await addSubmissions(env, demo);
  await addPosts(env, demo);
  await addCodes(env, demo);
  await addToClient(env, demo);
  return { second: await addSecondRecord(env, demo), picture: await addPicture(env, demo) };
}

const inserting = (env: Env, table: string, row: Values) =>
  env.DB.prepare(
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map(() => '?')})`,
  ).bind(...Object.values(row));

/** Submissions that wait, one for each decision of a page and of a list. */
async function addSubmissions(env: Env, { accounts, creators, program }: Demo): Promise<void> {
  const own = { account: accounts.brand, creator: creators.added, program, status: 'review' as const };
  await env.DB.prepare('UPDATE programs SET limit_submissions_per_creator = NULL WHERE id = ?')
    .bind(program)
    .run();
  for (const caption of ['at dawn', 'at noon', 'at dusk', 'at night', 'on ice', 'to go'])
    await addSubmission(env, { ...own, caption: `Espresso ${caption}` });
  // The creator who can sign in changes its details.
  await addSubmission(env, { ...own, creator: creators.independent, caption: 'Mocha at midnight' });
  // Where this one is published, the brand says.
  const approved = { creator: creators.independent, status: 'approved' as const };
  await addSubmission(env, { ...own, ...approved, caption: 'Cortado on the balcony' });
}

/** Posts that wait for a decision, and one that was rejected. Nothing looks at them again. */
async function addPosts(env: Env, { accounts, creators, program }: Demo): Promise<void> {
  const now = clock.now();
  for (const [n, state] of ['ready_for_review', 'ready_for_review', 'rejected'].entries()) {
    const submission = newId('submission', now);
    const url = `https://www.tiktok.com/@mia.torres/video/73000000000000001${n}0`;
    const own = { account: accounts.brand, creator: creators.added, program, caption: `Post ${n + 1}` };
    await addSubmission(env, { ...own, id: submission });
    await env.DB.prepare("UPDATE submissions SET status = 'live', url = ?2 WHERE id = ?1")
      .bind(submission, url)
      .run();
    await inserting(env, 'posts', {
      ...{ id: newId('post', now), submission_id: submission, account_id: accounts.brand, url },
      ...{ program_id: program, creator_id: creators.added, platform: 'tiktok', given_url: url, state },
      ...{ shown: state, confidence: 'not_enough_data', reason: 'It is on no connected account.' },
      ...{ accepted_at: now - 9 * DAY_MS, tracked_until: now - DAY_MS, judged_at: now, version: 1 },
      ...{ created_at: now, updated_at: now },
    }).run();
  }
}

/** A code that leaked for each answer, and two that their store has refused. */
async function addCodes(env: Env, { accounts, creators, program }: Demo): Promise<void> {
  const now = clock.now();
  const ctx = systemCtx(env, now);
  const problem = { reason: 'code_exists', message: 'The store has it.', fix: 'Take it over.' } as const;
  const inStore = { shopStatus: 'failed', shopProblem: problem } as const;
  const leaked = { status: 'flagged' as const, flaggedAt: now, answerBy: now + 14 * DAY_MS, evidence: [] };
  const codes = { KEEP10: leaked, STOP10: leaked, AGAIN10: inStore, THEIRS10: inStore };
  for (const [code, more] of Object.entries(codes))
    insertCode(ctx, {
      ...{ id: newId('creatorCode', now), accountId: accounts.brand, creatorId: creators.added },
      ...{ programId: program, kind: 'discount', code, key: keyOf(code), status: 'active', version: 1 },
      ...{ createdAt: now, updatedAt: now, ...more },
      ...('shopStatus' in more && { connectionId: newId('connection', now) }),
    });
  await ctx.write.commit();
}

/** The brand can offer it what the first one has taken. */
async function addSecondRecord(env: Env, { accounts, creators }: Demo): Promise<string> {
  const id = newId('creator', clock.now());
  const copy = async (table: string, where: string, changed: Values) => {
    const row = await env.DB.prepare(`SELECT * FROM ${table} WHERE ${where} = ?`)
      .bind(creators.independent)
      .first<Values>();
    await inserting(env, table, { ...row!, ...changed }).run();
  };
  await copy('creators', 'id', { id, name: 'Lena in Berlin', handle: `berlin.${id.slice(-6)}` });
  const relationship = newId('relationship', clock.now());
  await copy('creator_relationships', `account_id = '${accounts.brand}' AND creator_id`, {
    ...{ id: relationship, creator_id: id },
  });
  return id;
}

async function addPicture(env: Env, { creators }: Demo): Promise<string> {
  const [id, now] = [newId('file', clock.now()), clock.now()];
  await inserting(env, 'files', {
    ...{ id, owner_id: creators.independent, uploaded_by: creators.independent, purpose: 'profile_picture' },
    ...{ status: 'ready', size: 10, type: 'image/webp', sha256: 'd'.repeat(64), width: 64, height: 64 },
    ...{ url_key: 'key', version: 1, created_at: now, updated_at: now },
  }).run();
  await env.FILES.put(objectKey(id), 'bytes');
  return id;
}

/** The brand's owner owns the partner's client as well, and so answers for it. Work of a creator is there to advertise with. */
async function addToClient(env: Env, { accounts, creators, people, program }: Demo): Promise<void> {
  const now = clock.now();
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO memberships (account_id, person_id, role, created_at, updated_at)
        SELECT ?1, id, 'owner', ?3, ?3 FROM people WHERE email = ?2`,
    ).bind(accounts.client, people.owner.email, now),
    inserting(env, 'creator_relationships', {
      ...{ account_id: accounts.client, creator_id: creators.managed, id: newId('relationship', now) },
      ...{ consent: 'agreed', status: 'live', relationship: 'represented', consent_at: now },
      ...{ created_at: now, updated_at: now },
    }),
  ]);
  await addSubmission(env, {
    ...{ account: accounts.client, creator: creators.managed, program, caption: 'Morning routine' },
  });
}
