import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import { hashKeySecret, newSecret } from '../../../auth/key-secret.ts';
import type { Ctx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { invalidField } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { type App, type AppCreate, nameProblem, present } from './app.ts';
import { insertApp } from './store.ts';

/** The app with its secret, which is shown only once. */
export type AppWithSecret = App & { secret: string };

/** Creates an app of the account. This response is the only place where its secret is ever shown. */
export async function createApp(ctx: Ctx, input: z.output<typeof AppCreate>): Promise<AppWithSecret> {
  const problem = nameProblem(input.name, ctx.vars);
  if (problem !== null) throw invalidField('/name', problem, 'name');
  const secret = newSecret('client');
  const row = {
    id: newId('app', ctx.now),
    accountId: actingAccount(ctx.actor).id,
    clientId: newClientId(),
    secretHash: hashKeySecret(secret),
    ...input,
    registeredFrom: null,
    shownAt: null,
    revokedAt: null,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  insertApp(ctx, row);
  return { ...present(row), secret };
}

export function newClientId(): string {
  return `service_ci_${randomBase62(24)}`;
}
