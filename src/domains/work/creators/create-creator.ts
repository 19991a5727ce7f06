import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { newId } from '../../../kit/ids.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { partyNameProblem, requirePartyName } from '../../../resource/service-name.ts';
import { countManagedCreator } from '../../accounts/accounts/interface.ts';
import { refreshRoster } from '../applications/interface.ts';
import { withYes } from '../creator-consent/consent.ts';
import type { CreatorRow, FoundCreator, RelationshipRow } from '../creator-consent/creator.ts';
import {
  addInvitationMail,
  findByAddress,
  findDefaultRate,
  findPerson,
  insertCreator,
  insertProfile,
  insertRelationship,
  requireUnverified,
  saidNow,
  savedRelationship,
  saveMerged,
} from '../creator-consent/interface.ts';
import { searchWords } from '../creator-consent/search-words.ts';
import { speaksAs, stageOf } from '../creator-consent/stage.ts';
import { type Viewer, viewerOf } from '../creator-consent/viewer.ts';
import type { CreatorCreate } from './creator-input.ts';
import type { Creator } from './creator-record.ts';
import { findCreatorDetails } from './details-store.ts';
import { oneColumn, presentOne } from './get-creator.ts';

/** The mail to a new creator waits so long, so that it names the program if the account invites to one. */
export const INVITED_AFTER_MS = 10 * MINUTE_MS;

/**
 * Adds a creator to the acting account's roster. If a person has verified the address, that person is
 * invited. Otherwise the account gets a record of its own, even if other accounts have added the address, and
 * learns nothing about theirs. Emits creator.created.
 * @returns `added` false when the creator was on the roster before; nothing changes then.
 */
export async function createCreator(
  ctx: Ctx,
  input: z.output<typeof CreatorCreate>,
): Promise<{ creator: Creator; added: boolean }> {
  const account = actingAccount(ctx.actor);
  if (input.name !== undefined) requirePartyName(input.name, ctx.vars.SERVICE_NAME);
  const viewer = viewerOf(ctx.actor);
  const [known, newDetails, person, rate] = await Promise.all([
    findByAddress(ctx, viewer, input.email, oneColumn(ctx, viewer)),
    // Nobody has this ID, so these are the details of a creator who has done nothing yet.
    findCreatorDetails(ctx, viewer, '', 0),
    findPerson(ctx, input.email),
    viewer.partner ? findDefaultRate(ctx, viewer.id) : null,
  ]);
  const consent = known?.relationship?.consent;
  if (known && consent !== undefined && consent !== 'ended' && consent !== 'declined') {
    return { creator: await presentOne(ctx, viewer, known), added: false };
  }
  const found = known ? asked(ctx, viewer, known, input) : fresh(ctx, viewer, input, person, rate);
  addInvitationMail(ctx, found.creator.id, INVITED_AFTER_MS);
  refreshRoster(ctx, found.creator.id);
  emit(ctx, {
    type: 'creator.created',
    account: account.id,
    creator: found.creator.id,
    data: { creator: found.creator.id },
  });
  const details = known?.details ?? newDetails;
  return { creator: await presentOne(ctx, viewer, { ...found, details }), added: true };
}

/**
 * Asks an existing creator to join, unless the account manages the record and is only putting it back on its
 * roster.
 */
function asked(
  ctx: Ctx,
  viewer: Viewer,
  known: FoundCreator,
  input: z.output<typeof CreatorCreate>,
): FoundCreator {
  const { creator, relationship: before } = known;
  const keeps = speaksAs(viewer.id, known);
  if (keeps) requireUnverified(ctx, creator.email);
  const changes = {
    ...withYes(
      before ?? newRelationship(ctx, viewer, creator.id),
      'account',
      saidNow(ctx, 'createCreator'),
      keeps,
    ),
    ...(keeps ? {} : entered(ctx, input)),
    ...(viewer.partner ? { relationship: 'represented' as const } : {}),
    source: 'added' as const,
  };
  if (before) {
    saveMerged(ctx, known, { creator: null, relationship: changes }, stageOf(viewer, known));
    return { ...known, relationship: savedRelationship(ctx, before, changes) };
  }
  const relationship = {
    ...newRelationship(ctx, viewer, creator.id),
    ...changes,
    consentVersion: 1,
    version: 1,
  };
  insertRelationship(ctx, relationship);
  return { ...known, relationship };
}

/** What the account wrote itself, and so may see before anybody has agreed to anything. */
function entered(ctx: Ctx, { email, name, phone }: z.output<typeof CreatorCreate>) {
  const shown = name ?? nameFrom(ctx, email);
  const words = searchWords({ name: shown, handle: null, email });
  return {
    enteredName: shown,
    enteredEmail: email,
    enteredPhone: phone ?? null,
    enteredWords: [...words.name, ...words.contact],
  };
}

/** The part of the address before the @, unless that looks like the service's own name. */
function nameFrom(ctx: Ctx, email: string): string {
  const part = email.slice(0, email.lastIndexOf('@'));
  return partyNameProblem(part, ctx.vars.SERVICE_NAME) === null ? part : 'Creator';
}

/**
 * A new record: the account's own, or the person's if a person has verified the address and has no record
 * yet. The account then only invites that person.
 * @param rate the partner's default rate, in basis points.
 */
function fresh(
  ctx: Ctx,
  viewer: Viewer,
  input: z.output<typeof CreatorCreate>,
  person: string | null,
  rate: number | null,
): FoundCreator {
  const own = person === null;
  // What an account writes about a record that is not its own stays in its own relationship.
  const name = (own ? input.name : undefined) ?? nameFrom(ctx, input.email);
  const creator: CreatorRow = {
    ...newRecord(ctx, { name, email: input.email, person }),
    ...(own
      ? {
          phone: input.phone ?? null,
          managedBy: viewer.id,
          visibility: input.visibility ?? 'private',
        }
      : {}),
  };
  const blank = newRelationship(ctx, viewer, creator.id);
  const relationship: RelationshipRow = {
    ...blank,
    ...withYes(blank, 'account', saidNow(ctx, 'createCreator'), own),
    ...(own ? {} : { ...entered(ctx, input), version: 1 }),
    consentVersion: 1,
  };
  if (person === null) {
    insertCreator(ctx, creator);
    requireUnverified(ctx, creator.email);
    countManagedCreator(ctx, viewer.id);
  } else insertProfile(ctx, { ...creator, personId: person });
  insertRelationship(ctx, relationship);
  const takes = own && viewer.partner;
  return {
    creator,
    relationship,
    hidden: false,
    verified: !own,
    feePartner: takes ? viewer.id : null,
    feeBps: takes ? rate : null,
    ownRateBps: rate,
  };
}

/** A record with only a name and an address; it belongs to the address's person at once, if there is one. */
export function newRecord(
  ctx: SystemCtx,
  { name, email, person }: { name: string; email: string; person: string | null },
): CreatorRow {
  const own = person !== null;
  return {
    id: newId('creator', ctx.now),
    name,
    handle: null,
    email,
    phone: null,
    managedBy: null,
    claimInvitedAt: own ? null : ctx.now,
    claimedAt: own ? ctx.now : null,
    personId: person,
    refusedAt: null,
    profilePicture: null,
    bio: null,
    location: null,
    platformHandles: {},
    visibility: 'private',
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
    searchWords: searchWords({ name, handle: null, email }),
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

/**
 * A relationship without any consent. A partner asks to represent the creator; a brand's kind is decided once
 * they agree.
 */
function newRelationship(ctx: Ctx, viewer: Viewer, creatorId: string): RelationshipRow {
  return {
    id: newId('relationship', ctx.now),
    accountId: viewer.id,
    creatorId,
    consent: 'ended',
    status: 'removed',
    accountYes: null,
    creatorYes: null,
    ended: null,
    agreedAt: null,
    enteredName: null,
    enteredEmail: null,
    enteredPhone: null,
    enteredWords: [],
    consentVersion: 0,
    consentAt: ctx.now,
    relationship: viewer.partner ? 'represented' : 'direct',
    source: 'added',
    notes: null,
    tags: [],
    takeRateBps: null,
    version: 0,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}
