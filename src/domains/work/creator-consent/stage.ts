// What a reader may know of a creator. Records, filters, search words, versions and errors all use this, so
// that none of them reveals more than another.
import type { CreatorRow, FoundCreator, RelationshipRow } from './creator.ts';
import type { Viewer } from './viewer.ts';

/**
 * `self`: the creator. `keeper`: the account that manages an unclaimed record. `agreed`: both sides have
 * consented. `listed`: the marketplace shows the creator. `applicant`: the creator asked, and shows what the
 * marketplace would show. `former`: they have worked together. `entered`: the account knows only what it
 * wrote itself.
 */
export type Stage = 'self' | 'keeper' | 'agreed' | 'listed' | 'applicant' | 'former' | 'entered';

export interface Seen {
  /** Name, handle and picture. */
  identity: boolean;
  /**
   * The figures over all accounts and the listing, as in the marketplace; without them the creator reads as
   * private.
   */
  stats: boolean;
  /**
   * Everything else: contact data, bio, place, platforms, payouts, manager, videos; and the identity's
   * version.
   */
  whole: boolean;
}

const NOTHING: Seen = { identity: false, stats: false, whole: false };
const WHOLE: Seen = { identity: true, stats: true, whole: true };
const PUBLIC: Seen = { identity: true, stats: true, whole: false };

export const SEEN: Readonly<Record<Stage, Seen>> = {
  self: WHOLE,
  keeper: WHOLE,
  agreed: WHOLE,
  listed: PUBLIC,
  applicant: PUBLIC,
  former: { ...NOTHING, identity: true },
  entered: NOTHING,
};

/**
 * Whether the account manages the record and reads all of it: it added the record, and nobody has claimed it.
 */
export function keepsRecord(
  accountId: string,
  creator: Pick<CreatorRow, 'managedBy' | 'claimedAt'>,
): boolean {
  return creator.managedBy === accountId && creator.claimedAt === null;
}

/**
 * Whether the account is the creator's side: it manages the record, and no person has verified the address.
 * Commit anything that depends on this with `requireUnverified`.
 */
export function isCreatorsSide(
  accountId: string,
  { creator, verified }: Pick<FoundCreator, 'creator' | 'verified'>,
): boolean {
  return keepsRecord(accountId, creator) && !verified;
}

/**
 * Whether the account may also consent for the creator, which it may not once the person refused the record.
 */
export function speaksAs(accountId: string, found: Pick<FoundCreator, 'creator' | 'verified'>): boolean {
  return isCreatorsSide(accountId, found) && found.creator.refusedAt === null;
}

export function stageOf(
  viewer: Viewer,
  { creator, relationship, hidden }: Pick<FoundCreator, 'creator' | 'relationship' | 'hidden'>,
): Stage {
  if (viewer.kind === 'creator') return 'self';
  if (keepsRecord(viewer.id, creator)) return 'keeper';
  if (relationship?.consent === 'agreed') return 'agreed';
  if (creator.visibility === 'network' && !hidden) return 'listed';
  if (relationship?.consent === 'requested') return 'applicant';
  return relationship && relationship.agreedAt !== null ? 'former' : 'entered';
}

/** The name of a creator that the account neither named nor may know. */
const NAMELESS = 'Private creator';

/** The viewer's name for the creator. */
export function shownName(found: FoundCreator, viewer: Viewer): string {
  const { identity } = SEEN[stageOf(viewer, found)];
  return identity ? found.creator.name : (found.relationship?.enteredName ?? NAMELESS);
}

/**
 * The version that a reader sees. Before and after the agreement it is only the relationship's own, so that
 * the account does not learn when the creator edits itself.
 */
export function shownVersion(
  stage: Stage,
  { creator, relationship }: { creator: CreatorRow; relationship: RelationshipRow | null },
): number {
  const own = relationship?.version ?? 0;
  return SEEN[stage].whole ? creator.version + own : Math.max(own, 1);
}
