import type { Ctx } from '../../../context.ts';
import { AppError, rejected } from '../../../kit/error.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { checkVersion } from '../../../resource/version.ts';
import { refreshRoster } from '../applications/interface.ts';
import {
  type CreatorRow,
  type FoundCreator,
  mergedVersion,
  type RelationshipRow,
} from '../creators/creator.ts';
import { requireVisibleCreator, saveMerged, setHidden } from '../creators/interface.ts';
import type { Viewer } from '../creators/viewer.ts';
import type { CreatorUpdateInput } from './creator-input.ts';
import { checkThumbnails, exchangeFiles } from './creator-media.ts';
import type { Creator } from './creator-record.ts';
import { withDetails } from './get-creator.ts';
import { identityChanges } from './identity-changes.ts';
import { findClientBrands, setBrands } from './store.ts';

const RELATIONSHIP_FIELDS = ['status', 'tags', 'notes', 'brands', 'takeRate'] as const;
/** The creator's own word, or its manager's: not part of who the creator is, nor of one account's view. */
const DISPLAY_FIELDS = ['visibility', 'hiddenFrom'] as const;
const NOT_IDENTITY = new Set<string>([...RELATIONSHIP_FIELDS, ...DISPLAY_FIELDS, 'version']);

/**
 * Changes a creator: what the account decides about it, and, while nobody has claimed it, for its manager also who it
 * is. A creator changes itself. All of the input or nothing.
 */
export async function updateCreator(ctx: Ctx, id: string, input: CreatorUpdateInput): Promise<Creator> {
  const { viewer, found } = await requireVisibleCreator(ctx, id);
  checkMay(viewer, found, input);
  checkVersion({ version: mergedVersion(found) }, input.version);
  const self = viewer.kind === 'creator';
  const creator: Partial<CreatorRow> = identityChanges(found.creator, input, ctx.now);
  await checkThumbnails(ctx, found.creator.referenceVideos, input.referenceVideoSelections ?? []);
  await exchangeFiles(ctx, found.creator, { ...found.creator, ...creator });
  if (input.visibility !== undefined && input.visibility !== found.creator.visibility)
    creator.visibility = input.visibility;
  const relationship = relationshipChanges(viewer, found, input);
  const brands = await brandsAfter(ctx, viewer, found, input, relationship);
  const hiddenFrom = input.hiddenFrom && [...new Set(input.hiddenFrom)];
  const changesIdentity = Object.keys(creator).length > 0 || (self && hiddenFrom !== undefined);
  const changesRelationship =
    Object.keys(relationship).length > 0 || (!self && (brands !== undefined || hiddenFrom !== undefined));
  if (!changesIdentity && !changesRelationship) return await withDetails(ctx, viewer, found);
  if (changesIdentity && self) creator.lastActiveAt = ctx.now;
  saveMerged(ctx, found, {
    creator: changesIdentity ? creator : null,
    relationship: changesRelationship ? relationship : null,
  });
  if (brands) setBrands(ctx, viewer.id, id, brands);
  if (hiddenFrom) setHidden(ctx, viewer.id, id, hiddenFrom);
  // What lists and searches are made from: notes and tags are not among it.
  const projected = creator.searchWords ?? creator.visibility ?? relationship.status ?? brands;
  if (projected !== undefined) refreshRoster(ctx, id);
  return await withDetails(
    ctx,
    viewer,
    edited(ctx, found, changesIdentity ? creator : null, changesRelationship ? relationship : null),
    { ...(brands ? { brands } : {}), ...(hiddenFrom ? { hiddenFrom } : {}) },
  );
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
  const manages = found.creator.managedBy === viewer.id && found.creator.claimedAt === null;
  if (!manages && (identity || input.visibility !== undefined))
    throw new AppError('permission_denied', 'Only the creator, or who manages it, changes its profile.');
  if ((input.brands !== undefined || input.takeRate !== undefined) && !viewer.partner)
    throw new AppError('permission_denied', 'Only a partner sets brands and take rates.');
}

function relationshipChanges(
  viewer: Viewer,
  { creator, relationship }: FoundCreator,
  input: CreatorUpdateInput,
): Partial<RelationshipRow> {
  const changes: Partial<RelationshipRow> = {};
  if (!relationship) return changes;
  if (input.tags !== undefined) changes.tags = [...new Set(input.tags)];
  if (input.notes !== undefined) changes.notes = input.notes;
  if (input.takeRate !== undefined) {
    const percent = input.takeRate?.percent ?? null;
    changes.takeRateBps = percent === null ? null : toBasisPoints(percent);
  }
  if (input.status !== undefined && input.status !== relationship.status) {
    const back = relationship.status === 'invited' || relationship.status === 'removed';
    const manages = creator.managedBy === viewer.id && creator.claimedAt === null;
    // Whoever was asked has not said yes, and whoever was removed would have to be asked again.
    if (back && input.status !== 'removed' && !manages)
      throw new AppError('conflict', `A creator that is ${relationship.status} has to accept first.`);
    changes.status = input.status;
  }
  return changes;
}

/** The client brands after the edit; undefined when they stay. Leaving a partner's roster ends its links too. */
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
  if (wanted.length > 0 && status === 'invited')
    throw new AppError('conflict', 'A creator that is invited has to accept first.');
  const known = await findClientBrands(ctx, viewer.id, wanted);
  const unknown = wanted.filter((brand) => !known.has(brand));
  if (unknown.length > 0)
    throw rejected('brand_not_found', 'Not an active client brand of this partner.', { brands: unknown });
  return wanted;
}

function edited(
  ctx: Ctx,
  before: FoundCreator,
  creator: Partial<CreatorRow> | null,
  relationship: Partial<RelationshipRow> | null,
): FoundCreator {
  const after: FoundCreator = { ...before };
  if (creator) {
    after.creator = {
      ...before.creator,
      ...creator,
      version: before.creator.version + 1,
      updatedAt: ctx.now,
    };
  }
  if (relationship && before.relationship) {
    after.relationship = {
      ...before.relationship,
      ...relationship,
      version: before.relationship.version + 1,
      updatedAt: ctx.now,
    };
    // What the partner itself takes is part of the same record.
    if (relationship.takeRateBps !== undefined && before.feePartner === before.relationship.accountId)
      after.feeBps = relationship.takeRateBps ?? before.ownRateBps;
  }
  return after;
}
