// Puts what was done into the audit log, in the batch of its effect.
import type { Actor } from '../auth/actor.ts';
import type { Ctx } from '../context.ts';
import type { Answer, ApiRoute } from './define-route.ts';

interface Done {
  params?: unknown;
  body?: unknown;
  request: Request;
  answer: Answer<unknown>;
}

/**
 * Adds to the batch an audit entry of who made the change: of people everything, of keys, apps and frames what is
 * `logged`. A call that changes nothing leaves no entry, but for what is logged `always`; creators have no log.
 */
export async function addToLog(
  { actor, ...ctx }: Ctx,
  { operationId, logged }: { operationId: string; logged?: ApiRoute['logged'] },
  { params, body, request, answer }: Done,
): Promise<void> {
  const account = actor.account?.id ?? actor.home?.id;
  // The access level does not decide: connecting an app and leaving an account need only read access.
  if (account === undefined || (ctx.write.isEmpty && logged !== 'always')) return;
  if (actor.by !== 'person' && !logged) return;
  const act = await ctx.reactions.acted();
  act(ctx, {
    account,
    ...callerOf(actor),
    home: actor.home?.id ?? null,
    creator: actor.creator,
    operation: operationId,
    choice: choiceOf(body),
    subject: textOf(params, 'id') ?? ('data' in answer ? textOf(answer.data, 'id') : null),
    request,
  });
}

function callerOf({ by, callerId, app }: Actor) {
  if (by === 'embed') return { by, caller: by } as const;
  if (by === 'grant') return { by: 'app', caller: app!.id, app: app! } as const;
  return { by, caller: callerId };
}

/** Fields of bodies that say what the caller decided. */
const CHOICES = ['decision', 'pendingChange', 'status', 'provider'];

function choiceOf(body: unknown): string | null {
  return CHOICES.map((name) => textOf(body, name)).find((choice) => choice !== null) ?? null;
}

function textOf(value: unknown, name: string): string | null {
  const found = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof found === 'string' ? found : null;
}
