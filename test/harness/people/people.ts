// People for tests: created directly, without the cost of hashing a password, or by their own steps.

import type { Role } from '../../../src/auth/actor.ts';
import { findPerson, hashSessionToken, newSessionToken } from '../../../src/auth/person.ts';
import type { SystemCtx } from '../../../src/context.ts';
import type { MailText } from '../../../src/domains/accounts/mails/define-mail.ts';
import { invitationsOff } from '../../../src/domains/accounts/mails/invitations-off.ts';
import { openMail } from '../../../src/domains/accounts/mails/open-mail.ts';
import { hashPassword } from '../../../src/domains/accounts/people/hash-password.ts';
import { type SignedIn, signIn } from '../../../src/domains/accounts/people/sign-in.ts';
import { unsubscribeSignature } from '../../../src/domains/messaging/message-digests/unsubscribe-signature.ts';
import { mailsSignature } from '../../../src/domains/messaging/notices/mails-signature.ts';
import { type Env, vars } from '../../../src/env.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS } from '../../../src/kit/time.ts';
import { systemCtx as makeCtx } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import { systemCtx, testEnv } from '../world.ts';

export interface MintedPerson {
  id: string;
  name: string;
  email: string;
  /** The token in the session's cookie. */
  token: string;
  session: string;
}

/** A signed-in person with roles in accounts, by account ID, and without a password. */
export async function mintPerson(roles: Record<string, Role> = {}): Promise<MintedPerson> {
  const now = clock.now();
  const [id, session] = [newId('person', now), newId('session', now)];
  const token = newSessionToken();
  const email = `${id.slice(-12)}@people.example`;
  const { DB } = testEnv;
  await DB.batch([
    DB.prepare(
      'INSERT INTO people (id, name, email, email_verified, created_at, updated_at) VALUES (?, ?, ?, 1, ?, ?)',
    ).bind(id, 'Pat Example', email, now, now),
    DB.prepare(
      'INSERT INTO sessions (id, person_id, token_hash, expires_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
    ).bind(session, id, hashSessionToken(token), now + DAY_MS, now, now),
    ...Object.entries(roles).map(([account, role]) => addMember(account, id, role, now)),
  ]);
  return { id, name: 'Pat Example', email, token, session };
}

/** Lets people sign in with a password. */
export async function givePassword(password: string, people: readonly string[]): Promise<void> {
  const hash = await hashPassword(password);
  const add = testEnv.DB.prepare(
    "INSERT INTO credentials (id, person_id, subject, provider, password, created_at, updated_at) VALUES (?1, ?2, ?2, 'credential', ?3, 0, 0)",
  );
  await testEnv.DB.batch(people.map((id) => add.bind(newId('person', clock.now()), id, hash)));
}

function addMember(account: string, person: string, role: Role, now: number): D1PreparedStatement {
  return testEnv.DB.prepare(
    'INSERT INTO memberships (account_id, person_id, role, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  ).bind(account, person, role, now, now);
}

/** The person and role of a session's token in a workspace. */
export async function personAt(token: string, place: string | null, env: Env = testEnv) {
  const ctx = makeCtx(env, clock.now());
  return await findPerson(env, ctx.vars, { token, place, now: ctx.now, withPlaces: true });
}

/** Runs a verb and commits what it wrote. */
export async function commit<T>(verb: (ctx: SystemCtx) => T | Promise<T>, env: Env = testEnv): Promise<T> {
  const ctx = makeCtx(env, clock.now());
  const result = await verb(ctx);
  await Promise.all(await ctx.write.commit());
  return result;
}

/** The mails to an address, newest first. */
export async function mailsTo(address: string): Promise<MailText[]> {
  const { results } = await testEnv.DB.prepare(
    'SELECT id, body FROM mails WHERE recipient = ? AND body IS NOT NULL ORDER BY rowid DESC',
  )
    .bind(address)
    .all<{ id: string; body: string }>();
  const read = await Promise.all(results.map((row) => openMail(systemCtx().vars, row)));
  return read.filter((mail) => mail !== null);
}

/** The token of the link in the newest mail to an address. */
export async function linkTo(address: string): Promise<string> {
  const [mail] = await mailsTo(address);
  const [, token] = /(?:token=|\/invitations\/)([0-9A-Za-z]+)$/m.exec(mail?.text ?? '') ?? [];
  if (!token) throw new Error(`no link to ${address}: ${mail?.subject}`);
  return token;
}

/** Where mails about unread messages and notices, and invitations, are switched off, of a person who has none. */
export async function unsubscribePaths(env: Env): Promise<string[]> {
  const [person, place] = [newId('person', clock.now()), newId('account', clock.now())];
  const mails = { person, place, kind: 'work' };
  return [
    `/unsubscribe/${person}/${unsubscribeSignature(vars(env), person)}`,
    `/unsubscribe/${person}/${place}/work/${mailsSignature(vars(env), mails)}`,
    `/unsubscribe/${await invitationsOff(vars(env), 'nobody@people.example')}`,
  ];
}

/** Signs in a person without a second factor. */
export async function signInWhole(...given: Parameters<typeof signIn>): Promise<SignedIn> {
  const opened = await signIn(...given);
  if ('half' in opened) throw new Error('A code is asked for.');
  return opened;
}

/** A person has just proved in all their sessions that it is them. */
export const proveNow = ({ id }: MintedPerson) =>
  testEnv.DB.prepare('UPDATE sessions SET proved_at = ? WHERE person_id = ?').bind(clock.now(), id).run();
