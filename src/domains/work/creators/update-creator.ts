import type { Ctx } from '../../../context.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { checkVersion } from '../../../resource/version.ts';
import { closeApplications, refreshRoster, setBrands } from '../applications/interface.ts';
import { withEnd, withYes } from '../creator-consent/consent.ts';
import type { CreatorRow, FoundCreator, RelationshipRow } from '../creator-consent/creator.ts';
import {
  addInvitationMail,
  deleteInvitations,
  requireUnverified,
  requireVisibleCreator,
  saidNow,
  savedRelationship,
  saveMerged,
  setHidden,
} from '../creator-consent/interface.ts';
import { isCreatorsSide, keepsRecord, shownVersion, speaksAs, stageOf } from '../creator-consent/stage.ts';
import type { Viewer } from '../creator-consent/viewer.ts';
import { closeSamples } from '../samples/close-samples.ts';
import { INVITED_AFTER_MS } from './create-creator.ts';
import type { CreatorUpdateInput } from './creator-input.ts';
import { checkThumbnails, exchangeFiles } from './creator-media.ts';
import type { Creator } from './creator-record.ts';
import { withDetails } from './get-creator.ts';
import { identityChanges } from './identity-changes.ts';
import { findSelected } from './own-posts.ts';
import { checkPerson, freeHandle } from './person-rules.ts';
import { pictureFrom } from './picture-from.ts';
import { findClientBrands } from './store.ts';

const RELATIONSHIP_FIELDS = ['status', 'tags', 'notes', 'brands', 'takeRate'] as const;
/**
 * Fields that only the creator's side decides: they belong neither to the identity nor to one account's view.
 */
const DISPLAY_FIELDS = ['visibility', 'hiddenFrom'] as const;
const NOT_IDENTITY = new Set<string>([...RELATIONSHIP_FIELDS, ...DISPLAY_FIELDS, 'version']);

/**
 * Changes a creator. An account changes what it decides about the creator and, if it manages an unclaimed
 * record, the identity. A creator changes itself. The whole input or nothing.
 */
export async function updateCreator(ctx: Ctx, id: string, input: CreatorUpdateInput): Promise<Creator> {
  if (input.pictureFrom !== undefined && input.profilePicture !== undefined)
    throw invalidField('/pictureFrom', 'Give profilePicture or pictureFrom, not both.', 'ambiguous');
  const { viewer, found } = await requireVisibleCreator(ctx, id);
  checkMay(viewer, found, input);
  const stage = stageOf(viewer, found);
  checkVersion({ version: shownVersion(stage, found) }, input.version);
  const self = viewer.kind === 'creator';
  const selected = self ? await findSelected(ctx, id, input.referenceVideoSelections ?? []) : undefined;
  const creator: Partial<CreatorRow> = identityChanges(found.creator, input, ctx.now, selected);
  await checkPerson(ctx, found, input);
  await checkThumbnails(ctx, found.creator.referenceVideos, input.referenceVideoSelections ?? []);
  const media = { ...found.creator, ...creator };
  // The picture before is let go of here; the one that comes instead holds itself.
  if (input.pictureFrom !== undefined) media.profilePicture = null;
  await exchangeFiles(ctx, found.creator, media);
  if (input.visibility !== undefined && input.visibility !== found.creator.visibility)
    creator.visibility = input.visibility;
  const relationship = relationshipChanges(ctx, viewer, found, input);
  const brands = await brandsAfter(ctx, viewer, found, input, relationship);
  const hiddenFrom = input.hiddenFrom && [...new Set(input.hiddenFrom)];
  // Last, so that nothing is fetched for a request that is refused.
  if (input.pictureFrom !== undefined)
    creator.profilePicture = await takePicture(ctx, viewer, found, input.pictureFrom);
  const changesIdentity = Object.keys(creator).length > 0 || hiddenFrom !== undefined;
  const changesRelationship = Object.keys(relationship).length > 0 || brands !== undefined;
  if (!changesIdentity && !changesRelationship) return await withDetails(ctx, viewer, found);
  if (changesIdentity && self) creator.lastActiveAt = ctx.now;
  if (creator.handle != null && found.creator.claimedAt !== null) await freeHandle(ctx, creator.handle);
  const changes = {
    creator: changesIdentity ? creator : null,
    relationship: changesRelationship ? relationship : null,
  };
  if (isCreatorsSide(viewer.id, found)) requireUnverified(ctx, found.creator.email);
  saveMerged(ctx, found, changes, stage);
  const known = { ...(brands ? { brands } : {}), ...(hiddenFrom ? { hiddenFrom } : {}) };
  // The response is read in parallel with the applications to close.
  const [record] = await Promise.all([
    withDetails(ctx, viewer, edited(ctx, found, changes), known),
    relationship.status === 'removed' ? closeRecords(ctx, viewer.id, id) : null,
  ]);
  if (brands)
    setBrands(
      ctx,
      { partnerId: viewer.id, creatorId: id, brands, both: speaksFor(viewer, found) },
      'updateCreator',
    );
  if (hiddenFrom) setHidden(ctx, id, hiddenFrom);
  if (creator.email !== undefined && creator.email !== found.creator.email) {
    deleteInvitations(ctx, id);
    addInvitationMail(ctx, id, INVITED_AFTER_MS);
  }
  // Only these fields change lists and searches; notes and tags do not.
  const projected = creator.searchWords ?? creator.visibility ?? relationship.status ?? brands ?? hiddenFrom;
  if (projected !== undefined) refreshRoster(ctx, id);
  return record;
}

/** The picture of an account that the creator connected, in place of the one before. */
async function takePicture(
  ctx: Ctx,
  viewer: Viewer,
  { creator, ...found }: FoundCreator,
  provider: NonNullable<CreatorUpdateInput['pictureFrom']>,
): Promise<string> {
  if (viewer.kind !== 'creator' && !isCreatorsSide(viewer.id, { creator, ...found }))
    throw new AppError('permission_denied', 'Only the creator uses the accounts that it connected.');
  return await pictureFrom(ctx, creator.id, provider);
}

async function closeRecords(ctx: Ctx, accountId: string, creatorId: string): Promise<void> {
  await Promise.all([
    closeApplications(ctx, accountId, creatorId, 'account'),
    closeSamples(ctx, accountId, creatorId),
  ]);
}

/** Whether linking a client brand is the creator's consent too. */
function speaksFor(viewer: Viewer, found: FoundCreator): boolean {
  // Consent that the account gave while it was the creator's side is not the person's consent to be
  // represented.
  if (keepsRecord(viewer.id, found.creator)) return speaksAs(viewer.id, found);
  const { relationship } = found;
  return relationship?.consent === 'agreed' && relationship.relationship === 'represented';
}

function checkMay(viewer: Viewer, found: FoundCreator, input: CreatorUpdateInput): void {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const identity = given.some(([field]) => !NOT_IDENTITY.has(field));
  if (viewer.kind === 'creator') {
    const other = RELATIONSHIP_FIELDS.find((field) => input[field] !== undefined);
    if (other)
      throw new AppError('permission_denied', `${other} is for the accounts that work with the creator.`);
    return;
  }
  if (!found.relationship)
    throw new AppError('permission_denied', 'The creator is not on the roster of this account.');
  const display = DISPLAY_FIELDS.some((field) => input[field] !== undefined);
  if (!keepsRecord(viewer.id, found.creator) && (identity || display))
    throw new AppError('permission_denied', 'Only the creator, or who manages it, changes its profile.');
  if (display && !isCreatorsSide(viewer.id, found))
    throw new AppError(
      'permission_denied',
      'A person has verified the address of this creator: who sees it is for that person to say.',
    );
  if ((input.brands !== undefined || input.takeRate !== undefined) && !viewer.partner)
    throw new AppError('permission_denied', 'Only a partner sets brands and take rates.');
}

function relationshipChanges(
  ctx: Ctx,
  viewer: Viewer,
  found: FoundCreator,
  input: CreatorUpdateInput,
): Partial<RelationshipRow> {
  const { creator, relationship } = found;
  const changes: Partial<RelationshipRow> = {};
  if (!relationship) return changes;
  if (input.tags !== undefined) changes.tags = [...new Set(input.tags)];
  if (input.notes !== undefined) changes.notes = input.notes;
  if (input.takeRate !== undefined) {
    const percent = input.takeRate?.percent ?? null;
    changes.takeRateBps = percent === null ? null : toBasisPoints(percent);
  }
  if (input.status === undefined || input.status === relationship.status) return changes;
  const yes = saidNow(ctx, 'updateCreator');
  const { consent } = relationship;
  if (input.status === 'removed') {
    const to = consent === 'requested' ? 'declined' : 'ended';
    return { ...changes, ...withEnd(relationship, to, { ...yes, side: 'account' }, creator.version) };
  }
  const keeps = speaksAs(viewer.id, found);
  const agreed = withYes(relationship, 'account', yes, keeps);
  // An invited creator has not agreed yet, and one whose relationship ended has to be invited again.
  if (consent !== 'agreed' && agreed.consent !== 'agreed')
    throw new AppError('conflict', `A creator that is ${relationship.status} has to accept first.`);
  return { ...changes, ...agreed, status: input.status };
}

/**
 * The client brands after the edit; undefined when they stay the same. Leaving a partner's roster ends its
 * links too.
 */
async function brandsAfter(
  ctx: Ctx,
  viewer: Viewer,
  found: FoundCreator,
  input: CreatorUpdateInput,
  changes: Partial<RelationshipRow>,
): Promise<string[] | undefined> {
  const status = changes.status ?? found.relationship?.status;
  if (status === 'removed' && viewer.partner) {
    if (input.brands && input.brands.length > 0)
      throw new AppError('conflict', 'A removed creator works with no brands.');
    return changes.status === undefined ? undefined : [];
  }
  if (input.brands === undefined) return undefined;
  const wanted = [...new Set(input.brands)];
  const consent = changes.consent ?? found.relationship?.consent;
  if (wanted.length > 0 && consent !== 'agreed')
    throw new AppError('conflict', 'The creator has to agree to work with this partner first.');
  const known = await findClientBrands(ctx, viewer.id, wanted);
  const unknown = wanted.filter((brand) => !known.has(brand));
  if (unknown.length > 0)
    throw rejected('brand_not_found', 'Not an active client brand of this partner.', { brands: unknown });
  return wanted;
}

function edited(
  ctx: Ctx,
  before: FoundCreator,
  {
    creator,
    relationship,
  }: { creator: Partial<CreatorRow> | null; relationship: Partial<RelationshipRow> | null },
): FoundCreator {
  const after: FoundCreator = { ...before };
  if (creator) {
    const version = before.creator.version + 1;
    after.creator = { ...before.creator, ...creator, version, updatedAt: ctx.now };
  }
  if (relationship && before.relationship) {
    after.relationship = savedRelationship(ctx, before.relationship, relationship);
    // The partner's own rate is part of the same record.
    if (relationship.takeRateBps !== undefined && before.feePartner === before.relationship.accountId)
      after.feeBps = relationship.takeRateBps ?? before.ownRateBps;
  }
  return after;
}
