// The demo's creators, their program and their work. Written as rows: the endpoints for these are not there yet.
import type { Env } from '../../src/env.ts';
import { newId } from '../../src/kit/ids.ts';
import type { Demo } from './demo-file.ts';

type People = Pick<Demo, 'creators' | 'program' | 'submission' | 'codes'>;

export async function addPeople(
  env: Env,
  now: number,
  { brand, partner }: { brand: string; partner: string },
): Promise<People> {
  const independent = newId('creator', now);
  const managed = newId('creator', now);
  const program = newId('program', now);
  const application = newId('application', now);
  const submission = newId('submission', now);
  // Handles and codes are unique over everybody, also over an older demo in the same database.
  const tail = managed.slice(-4);
  const creator = env.DB.prepare(
    'INSERT INTO creators (id, name, handle, managed_by, version, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, 1, ?5, ?5)',
  );
  const relationship = env.DB.prepare(
    "INSERT INTO creator_relationships (account_id, creator_id, status, relationship, created_at, updated_at) VALUES (?1, ?2, 'live', ?3, ?4, ?4)",
  );
  const code = env.DB.prepare(
    'INSERT INTO creator_codes (account_id, kind, code, creator_id, program_id, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)',
  );
  await env.DB.batch([
    creator.bind(independent, 'Mia Torres', `mia.${tail}`, brand, now),
    creator.bind(managed, 'Jon Park', `jon.${tail}`, partner, now),
    relationship.bind(brand, independent, 'direct', now),
    relationship.bind(partner, managed, 'represented', now),
    env.DB.prepare(
      "INSERT INTO programs (id, account_id, name, type, status, version, created_at, updated_at) VALUES (?1, ?2, 'Grinder launch', 'organic', 'live', 1, ?3, ?3)",
    ).bind(program, brand, now),
    env.DB.prepare(
      "INSERT INTO applications (id, account_id, program_id, creator_id, status, pay_version, accepted_at, version, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, 'approved', 1, ?5, 1, ?5, ?5)",
    ).bind(application, brand, program, independent, now),
    env.DB.prepare(
      "INSERT INTO submissions (id, account_id, program_id, application_id, creator_id, status, submitted_at, version, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, 'approved', ?6, 1, ?6, ?6)",
    ).bind(submission, brand, program, application, independent, now),
    code.bind(brand, 'creator', 'mia', independent, program, now),
    code.bind(brand, 'discount', 'mia10', independent, program, now),
  ]);
  return {
    creators: { independent, managed },
    program,
    submission,
    codes: { creator: 'mia', discount: 'mia10' },
  };
}
