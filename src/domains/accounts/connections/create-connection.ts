import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { invalidField, rejected } from '../../../kit/error.ts';
import { findReturnSchemes } from '../accounts/interface.ts';
import type { ConnectionCreate, ConnectionStart } from './connection.ts';
import { appScheme, resolveReturnUrl } from './return-url.ts';
import { insertVisit } from './store.ts';
import { newVisit, VISIT_LIVES_MS } from './visit.ts';

/**
 * Begins what a person has to finish on a page or form of the provider. Throws operation_rejected, validation_failed
 * for a returnUrl that nobody may be sent to, unavailable or provider_error.
 */
export async function createConnection(
  ctx: Ctx,
  input: z.output<typeof ConnectionCreate>,
): Promise<ConnectionStart> {
  const returnUrl = await returnUrlOf(ctx, input.returnUrl);
  const { provider: name } = input;
  const load = ctx.reactions.connections[name];
  if (!load) throw rejected('provider_unavailable', `${name} can't be connected here.`, { provider: name });
  const visit = newVisit(ctx);
  const { holder, subject, start } = await (await load()).begin(ctx, input, visit.url);
  if (subject !== null) {
    insertVisit(ctx, {
      id: visit.id,
      provider: name,
      holder,
      returnUrl,
      subject,
      createdAt: ctx.now,
      expiresAt: ctx.now + VISIT_LIVES_MS,
    });
  }
  return start;
}

async function returnUrlOf(ctx: Ctx, value: string | undefined): Promise<string | null> {
  if (value === undefined) return null;
  const resolved = resolveReturnUrl(value, {
    origins: ctx.actor.origins,
    schemes: appScheme(value) === null ? [] : await findReturnSchemes(ctx, ctx.actor.home.id),
    publicUrl: ctx.vars.PUBLIC_URL,
    allowLocal: ctx.vars.ALLOW_LOCAL_URLS,
  });
  if ('problem' in resolved) throw invalidField('/returnUrl', resolved.problem, 'return_url');
  return resolved.url;
}
