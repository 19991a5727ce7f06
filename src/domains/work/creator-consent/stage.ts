// What a reader may know of a creator. Records, filters, search words, versions and errors all ask here, so that none of
// them shows more than another.
import type { CreatorRow, FoundCreator, RelationshipRow } from './creator.ts';
import type { Viewer } from './viewer.ts';

/**
 * `self`: the creator. `keeper`: the account that answers for a record which nobody took over. `agreed`: both sides said
 * yes. `listed`: what the marketplace shows. `applicant`: it asked, and shows itself as the marketplace would. `former`:
 * they have worked together. `entered`: nothing but what the account itself wrote.
 */
export type Stage = 'self' | 'keeper' | 'agreed' | 'listed' | 'applicant' | 'former' | 'entered';

export interface Seen {
  /** Name, handle and picture. */
  identity: boolean;
  /** Figures over all accounts and the listing, which the marketplace shows; without them it reads as private. */
  stats: boolean;
  /** Everything else: contact data, bio, place, platforms, payouts, who manages it, videos; and the identity's version. */
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

/** Whether the account keeps the record, and reads all of it: it added it, and nobody has taken it over. */
export function keepsRecord(
  accountId: string,
  creator: Pick<CreatorRow, 'managedBy' | 'claimedAt'>,
): boolean {
  return creator.managedBy === accountId && creator.claimedAt === null;
}

/**
 * Whether the account is the creator's side: it keeps the record, and no person has verified its address. Commit what
 * follows with `requireUnverified`.
 */
export function isCreatorsSide(
  accountId: string,
  { creator, verified }: Pick<FoundCreator, 'creator' | 'verified'>,
): boolean {
  return keepsRecord(accountId, creator) && !verified;
}

/** Whether it may also say yes for the creator: not for a record that its person refused. */
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

/**
 * The version that a reader sees. Before agreement, and after it, the relationship's own: that the creator edits itself is
 * none of the account's business then.
 */
export function shownVersion(
  stage: Stage,
  { creator, relationship }: { creator: CreatorRow; relationship: RelationshipRow | null },
): number {
  const own = relationship?.version ?? 0;
  return SEEN[stage].whole ? creator.version + own : Math.max(own, 1);
}
