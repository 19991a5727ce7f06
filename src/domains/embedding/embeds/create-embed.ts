import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import { EMBED_COMPONENTS, featuresOf } from '../../../auth/frame.ts';
import { hashKeySecret, newEmbedSecret } from '../../../auth/key-secret.ts';
import type { Ctx } from '../../../context.ts';
import { spendQuota } from '../../../db/quota.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { requireVisibleCreator } from '../../work/creator-consent/interface.ts';
import { type Embed, type EmbedCreate, type EmbedRow, presentEmbed, SECRET_MS } from './embed.ts';
import { insertEmbed } from './store.ts';

type Input = z.output<typeof EmbedCreate>;

/** Makes a session for one showing of a frame. Its secret is shown here and never again. */
export async function createEmbed(ctx: Ctx, input: Input): Promise<Embed> {
  const account = actingAccount(ctx.actor);
  if (ctx.actor.by !== 'key') {
    throw new AppError('permission_denied', 'Embeds are made with an API key, which lists the origins.');
  }
  if (!ctx.actor.origins.includes(input.origin)) {
    throw invalidField('/origin', 'This key does not list the origin.', 'unknown_origin');
  }
  const features = input.features ?? [...EMBED_COMPONENTS[input.component]];
  const foreign = features.findIndex((one) => !featuresOf(input.component, [one]).length);
  if (foreign >= 0) {
    const message = `${input.component} has no such feature.`;
    throw invalidField(`/features/${foreign}`, message, 'unknown_feature');
  }
  const claimedAt = await requireOnRoster(ctx, input.creator);
  const id = newId('embed', ctx.now);
  const secret = newEmbedSecret(id);
  const row: EmbedRow = {
    id,
    accountId: account.id,
    keyId: ctx.actor.callerId,
    creatorId: input.creator,
    component: input.component,
    features: featuresOf(input.component, features),
    origin: input.origin,
    locale: input.locale ?? null,
    secretHash: hashKeySecret(secret),
    secretUntil: ctx.now + SECRET_MS,
    tokenHash: null,
    tokenUntil: null,
    openedAt: null,
    openedWith: null,
    endedAt: null,
    claimedAt,
    personId: null,
    personSessionId: null,
    yesAt: null,
    yesHash: null,
    yesUntil: null,
    personTokenHash: null,
    personTokenUntil: null,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  insertEmbed(ctx, row);
  spendQuota(ctx, ctx.write, {
    account: account.id,
    what: 'embeds',
    amount: 1,
    most: ctx.vars.EMBEDS_A_DAY,
    message: 'This account has opened as many embeds today as it may.',
  });
  return presentEmbed({ row, why: null }, ctx.now, secret);
}

/**
 * Throws unless the creator is on the account's roster. Whether somebody else answers for the record makes no
 * difference here, so that nothing is said of it: such a frame does nothing before that person has signed in.
 * @returns when a person took the record over; null for nobody.
 */
async function requireOnRoster(ctx: Ctx, id: string): Promise<number | null> {
  const missing = rejected('creator_not_found', 'No such creator.');
  const { found } = await requireVisibleCreator(ctx, id).catch((error) => {
    throw error instanceof AppError && error.code === 'not_found' ? missing : error;
  });
  const { creator, relationship } = found;
  if (relationship === null || ['ended', 'declined'].includes(relationship.consent)) {
    throw rejected('creator_not_on_roster', 'The creator is not on your roster, or no longer is.');
  }
  return creator.claimedAt;
}
