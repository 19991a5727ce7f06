import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { closeApplications, refreshRoster, setBrands } from '../applications/interface.ts';
import { consentMachine, type Side, withEnd, withYes } from '../creators/consent.ts';
import type { RelationshipRow } from '../creators/creator.ts';
import { recordActivity, saidNow, savedRelationship } from '../creators/interface.ts';
import {
  type FoundRelationship,
  presentRelationship,
  type Relationship,
  type RelationshipUpdate,
} from './relationship.ts';
import { requireRelationship, saveRelationship } from './store.ts';

const ANSWER = { agreed: 'agree', declined: 'decline', ended: 'end' } as const;
const CALL = 'updateRelationship';

/** Answers an invitation or a request, or ends what was agreed; with an end go its applications and links. */
export async function updateRelationship(
  ctx: Ctx,
  id: string,
  input: z.output<typeof RelationshipUpdate>,
): Promise<Relationship> {
  const found = await requireRelationship(ctx, id);
  const before = found.row;
  checkVersion({ version: before.consentVersion }, input.version);
  if (before.consent === input.status) return presentRelationship(found);
  const side: Side = ctx.actor.account ? 'account' : 'creator';
  const { to } = consentMachine.require(before.consent, ANSWER[input.status], side, {});
  if (to === 'agreed' && found.refusedAt !== null)
    throw new AppError(
      'conflict',
      'The person of this record has refused it: nobody can agree to anything as this creator.',
    );
  const changes =
    to === 'agreed' ? agreed(ctx, found, side) : ended(ctx, found, side, to as 'ended' | 'declined');
  const after = savedRelationship(ctx, before, changes);
  saveRelationship(ctx, found, after, before);
  if (side === 'creator') recordActivity(ctx, before.creatorId);
  if (to !== 'agreed') {
    await closeApplications(ctx, before.accountId, before.creatorId, side);
    // A partner's links of its client brands were part of representing the creator.
    if (found.accountType === 'partner')
      setBrands(
        ctx,
        { partnerId: before.accountId, creatorId: before.creatorId, brands: [], both: false },
        CALL,
      );
  }
  refreshRoster(ctx, before.creatorId);
  return presentRelationship({ ...found, row: after });
}

function agreed(
  ctx: Ctx,
  { row, accountType, represented }: FoundRelationship,
  side: Side,
): Partial<RelationshipRow> {
  const kind = represented ? 'represented' : 'direct';
  return {
    ...withYes(row, side, saidNow(ctx, CALL), false),
    // What a partner asks to be, it is; a brand learns now who stands between.
    relationship: accountType === 'partner' ? row.relationship : kind,
  };
}

function ended(
  ctx: Ctx,
  { row, creatorVersion }: FoundRelationship,
  side: Side,
  to: 'ended' | 'declined',
): Partial<RelationshipRow> {
  return withEnd(row, to, { ...saidNow(ctx, CALL), side }, creatorVersion);
}
