// The client of the demo's partner, as journeys about plans find it: with an owner and work of a creator.
import { hashSessionToken } from '../../../src/auth/person.ts';
import { objectKey } from '../../../src/domains/platform/files/bytes.ts';
import type { Env } from '../../../src/env.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS } from '../../../src/kit/time.ts';
import { PLACES } from '../../../tools/demo/ad-platforms.ts';
import type { Demo } from '../../../tools/demo/demo-file.ts';
import * as clock from '../../harness/clock.ts';

/** The owner of the partner's client, for which the demo's key of the partner may act. */
export async function signInClient(env: Env, { accounts, creators }: Demo, token: string): Promise<void> {
  const now = clock.now();
  const person = newId('person', now);
  const insert = (into: string, ...values: unknown[]) =>
    env.DB.prepare(`INSERT INTO ${into}`).bind(...values, now);
  await env.DB.batch([
    insert(
      "people (id, name, email, email_verified, created_at, updated_at) VALUES (?1, 'Pia Client', 'client@people.example', 1, ?2, ?2)",
      person,
    ),
    insert(
      'sessions (id, person_id, token_hash, expires_at, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)',
      ...[newId('session', now), person, hashSessionToken(token), now + 30 * DAY_MS],
    ),
    insert(
      "memberships (account_id, person_id, role, created_at, updated_at) VALUES (?1, ?2, 'owner', ?3, ?3)",
      ...[accounts.client, person],
    ),
    insert(
      `creator_relationships (account_id, creator_id, id, consent, status, relationship, consent_at, created_at, updated_at)
        VALUES (?1, ?2, ?3, 'agreed', 'live', 'represented', ?4, ?4, ?4)`,
      ...[accounts.client, creators.managed, newId('relationship', now)],
    ),
  ]);
}

/** A test's own TikTok, with the vars that lead to it. */
export function newTiktok(simulators: string) {
  const id = `7${crypto.randomUUID().replaceAll(/\D/g, '').padEnd(18, '0').slice(0, 18)}`;
  const sim = async (path: string, body: object): Promise<unknown> => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${simulators}/_sim/tiktok/${id}/${path}`, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return await answer.json();
  };
  return { vars: PLACES.tiktok.vars(`${simulators}/tiktok`, id), sim };
}

interface Sent {
  id?: string;
  /** `approved` by default. */
  status?: 'approved' | 'review';
  account: string;
  creator: string;
  program: string;
  caption: string;
}

/** A submission that campaigns can show. Its bytes are no video: platforms never read them, and pages only try. */
export async function addSubmission(
  env: Env,
  { id, status = 'approved', account, creator, program, caption }: Sent,
): Promise<void> {
  const now = clock.now();
  const file = newId('file', now);
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO files (id, owner_id, uploaded_by, purpose, status, size, type, sha256, width, height, duration, url_key, version,
         created_at, updated_at) VALUES (?1, ?2, ?2, 'submission', 'ready', 1234, 'video/mp4', ?3, 1080, 1920, 12.5, 'key', 1, ?4, ?4)`,
    ).bind(file, creator, 'c'.repeat(64), now),
    env.DB.prepare(
      `INSERT INTO submissions (id, account_id, program_id, application_id, creator_id, status, file_id, caption, format,
         duration_ms, version, created_at, updated_at) VALUES (?1, ?2, ?3, 'appl_x', ?4, ?8, ?5, ?7, 'vertical', 12500, 1, ?6, ?6)`,
    ).bind(id ?? newId('submission', now), account, program, creator, file, now, caption, status),
  ]);
  await env.FILES.put(objectKey(file), 'bytes');
}
