import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { newId } from '../../../kit/ids.ts';
import { countManagedCreator } from '../../accounts/accounts/interface.ts';
import { refreshRoster } from '../applications/interface.ts';
import type { CreatorRow, FoundCreator, RelationshipRow } from '../creators/creator.ts';
import {
  findByEmail,
  findDefaultRate,
  insertCreator,
  insertRelationship,
  saveMerged,
} from '../creators/interface.ts';
import { searchWords } from '../creators/search-words.ts';
import { type Viewer, viewerOf } from '../creators/viewer.ts';
import type { CreatorCreate } from './creator-input.ts';
import type { Creator } from './creator-record.ts';
import { oneColumn, presentOne } from './get-creator.ts';
import { NO_DETAILS } from './present-creator.ts';

/**
 * Puts a creator on the acting account's roster. The address tells who it is: somebody who is there already is only
 * invited. Emits creator.created.
 * @returns `added` false when the creator was on the roster before; nothing changes then.
 */
export async function createCreator(
  ctx: Ctx,
  input: z.output<typeof CreatorCreate>,
): Promise<{ creator: Creator; added: boolean }> {
  const account = actingAccount(ctx.actor);
  const viewer = viewerOf(ctx.actor);
  const [known, rate] = await Promise.all([
    findByEmail(ctx, viewer, input.email, oneColumn(ctx, viewer)),
    viewer.partner ? findDefaultRate(ctx, viewer.id) : null,
  ]);
  if (known?.relationship && known.relationship.status !== 'removed') {
    return { creator: await presentOne(ctx, viewer, known), added: false };
  }
  const found = known ? again(ctx, viewer, known) : fresh(ctx, viewer, input, rate);
  refreshRoster(ctx, found.creator.id);
  emit(ctx, {
    type: 'creator.created',
    account: account.id,
    creator: found.creator.id,
    data: { creator: found.creator.id },
  });
  const details = known?.details ?? NO_DETAILS;
  return { creator: await presentOne(ctx, viewer, { ...found, details }), added: true };
}

/** Somebody who has an identity here: asked to join, unless the account manages it and is only taking it back. */
function again(ctx: Ctx, viewer: Viewer, known: FoundCreator): FoundCreator {
  const { creator, relationship: before } = known;
  const status = creator.managedBy === viewer.id && creator.claimedAt === null ? 'live' : 'invited';
  if (before) {
    const changes = { status, source: 'added' } as const;
    saveMerged(ctx, known, { creator: null, relationship: changes });
    return {
      ...known,
      relationship: { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now },
    };
  }
  const represented = viewer.partner || known.feePartner !== null;
  const relationship: RelationshipRow = {
    ...newRelationship(ctx, viewer.id, creator.id),
    status,
    relationship: represented ? 'represented' : 'direct',
    version: 1,
  };
  insertRelationship(ctx, relationship);
  return { ...known, relationship };
}

/** @param rate the partner's default, in basis points. */
function fresh(
  ctx: Ctx,
  viewer: Viewer,
  input: z.output<typeof CreatorCreate>,
  rate: number | null,
): FoundCreator {
  const name = input.name ?? input.email.slice(0, input.email.lastIndexOf('@'));
  const creator: CreatorRow = {
    id: newId('creator', ctx.now),
    name,
    handle: null,
    email: input.email,
    phone: input.phone ?? null,
    managedBy: viewer.id,
    claimInvitedAt: ctx.now,
    claimedAt: null,
    profilePicture: null,
    bio: null,
    location: null,
    platformHandles: {},
    visibility: input.visibility ?? 'private',
    birthDate: null,
    gender: null,
    interests: [],
    creativeStyles: [],
    locationDetails: null,
    referenceVideos: [],
    identityStatus: 'required',
    bankAccountStatus: null,
    onboardingCompletedAt: null,
    lastActiveAt: null,
    searchWords: searchWords({ name, handle: null, email: input.email }),
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  const relationship: RelationshipRow = {
    ...newRelationship(ctx, viewer.id, creator.id),
    relationship: viewer.partner ? 'represented' : 'direct',
  };
  insertCreator(ctx, creator);
  countManagedCreator(ctx, viewer.id);
  insertRelationship(ctx, relationship);
  return {
    creator,
    relationship,
    feePartner: viewer.partner ? viewer.id : null,
    feeBps: rate,
    ownRateBps: rate,
  };
}

function newRelationship(ctx: Ctx, accountId: string, creatorId: string): RelationshipRow {
  return {
    accountId,
    creatorId,
    status: 'live',
    relationship: 'direct',
    source: 'added',
    notes: null,
    tags: [],
    takeRateBps: null,
    version: 0,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}
