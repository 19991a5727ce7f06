// People without the pages: an actor as a session would make it, and what the pages do with it.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import type { Actor, ActorAccount, Role } from '../../../src/auth/actor.ts';
import type { Operation } from '../../../src/http/define-operation.ts';
import type { Answer } from '../../../src/http/define-route.ts';
import { type OperationInput, operate } from '../../../src/http/operate.ts';
import { newId, newRequestId } from '../../../src/kit/ids.ts';
import * as clock from '../clock.ts';
import { ORIGIN, systemCtx, testEnv } from '../world.ts';

async function accountOf(id: string): Promise<ActorAccount> {
  const row = await testEnv.DB.prepare('SELECT * FROM accounts WHERE id = ?1').bind(id).first<{
    type: 'brand' | 'partner';
    status: 'active' | 'ended';
    managed_by: string | null;
    events_shard: number | null;
  }>();
  const { type, status, managed_by: managedBy, events_shard: eventsShard } = row!;
  return { id, type, status, managedBy, eventsShard };
}

/** A person of an account. @param client the brand that a partner's person acts for. */
export async function personOf(
  account: { id: string },
  role: Role = 'owner',
  client?: { id: string },
): Promise<Actor> {
  const home = await accountOf(account.id);
  const person = newId('person', clock.now());
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      "INSERT INTO people (id, name, email, email_verified, created_at, updated_at) VALUES (?1, 'Ada', ?2, 1, 0, 0)",
    ).bind(person, `${person}@example.com`),
    testEnv.DB.prepare('INSERT INTO memberships VALUES (?1, ?2, ?3, 0, 0)').bind(home.id, person, role),
  ]);
  return {
    by: 'person',
    callerId: person,
    role,
    access: 'write',
    scopes: null,
    origins: [],
    home,
    account: client ? await accountOf(client.id) : home,
    creator: null,
  };
}

export interface Performed extends Partial<OperationInput> {
  headers?: Record<string, string>;
}

/** Runs an operation as the pages do. Throws its error. */
export async function perform<T>(
  actor: Actor,
  operation: Operation<T>,
  { headers, ...input }: Performed = {},
): Promise<Answer<T>> {
  const execution = createExecutionContext();
  const now = clock.now();
  const ctx = { ...systemCtx(now), actor, requestId: newRequestId(now) };
  const request = new Request(`${ORIGIN}/app/${actor.account?.id}`, { headers: headers ?? {} });
  const answer = await operate(ctx, operation, { request, ...input }, (task) => execution.waitUntil(task));
  await waitOnExecutionContext(execution);
  return answer;
}

/** The record that an operation returns. */
export async function performed<T>(actor: Actor, operation: Operation<T>, input?: Performed): Promise<T> {
  const answer = await perform(actor, operation, input);
  if (!('data' in answer)) throw new Error('It answers no record.');
  return answer.data;
}

/** The list page that an operation returns. */
export async function listedBy<T>(actor: Actor, operation: Operation<T>, input?: Performed): Promise<T[]> {
  const answer = await perform(actor, operation, input);
  if (!('list' in answer)) throw new Error('It answers no page.');
  return answer.list.items;
}
