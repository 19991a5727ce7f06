import type * as z from 'zod';
import { homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { acceptForRelationship, type Evidence } from '../agreement-rules/interface.ts';
import { closeApplications, refreshRoster, setBrands } from '../applications/interface.ts';
import { consentMachine, type Side, withEnd, withYes } from '../creator-consent/consent.ts';
import type { RelationshipRow } from '../creator-consent/creator.ts';
import { recordActivity, saidNow, savedRelationship } from '../creator-consent/interface.ts';
import { closeSamples } from '../samples/close-samples.ts';
import { presentWithAgreements } from './get-relationship.ts';
import {
  type FoundRelationship,
  presentRelationship,
  type Relationship,
  type RelationshipUpdate,
  relationshipVersion,
} from './relationship.ts';
import { requireRelationship, requireSameAgreements, saveRelationship } from './store.ts';

const ANSWER = { agreed: 'agree', declined: 'decline', ended: 'end' } as const;
const CALL = 'updateRelationship';

type Input = z.output<typeof RelationshipUpdate>;

/**
 * Answers an invitation or a request, or ends the relationship together with its applications and brand
 * links. The creator's side can also accept the account's agreements.
 */
export async function updateRelationship(
  ctx: Ctx,
  id: string,
  input: Input,
  evidence: Evidence,
): Promise<Relationship> {
  const found = await requireRelationship(ctx, id);
  checkVersion({ version: relationshipVersion(found) }, input.version);
  const { status, acceptAgreements } = input;
  if (status === undefined && !acceptAgreements) throw invalidField('/status', 'Give an answer.', 'required');
  if (acceptAgreements) checkAccepts(ctx, found, status);
  const same = status === undefined || found.row.consent === status;
  const after = same ? found : { ...found, row: await answered(ctx, found, status) };
  if (!acceptAgreements) return await presentWithAgreements(ctx, after);
  requireSameAgreements(ctx, after);
  await acceptForRelationship(ctx, found.row, evidence);
  return presentRelationship(after, []);
}

/** Throws unless the creator's side can accept the account's agreements with this answer. */
function checkAccepts(ctx: Ctx, { row }: FoundRelationship, status: Input['status']): void {
  // The account cannot accept its own agreements for a creator.
  if (ctx.actor.account || homeId(ctx.actor) === row.accountId)
    throw new AppError('permission_denied', "Agreements are accepted by the creator's side.");
  if ((status ?? 'agreed') !== 'agreed')
    throw invalidField('/acceptAgreements', 'It goes with status agreed, or by itself.');
  if (status === undefined && row.consent !== 'agreed')
    throw new AppError('conflict', `Not possible: the relationship is ${row.consent}.`);
}

/** Writes an answer and its effects. */
async function answered(
  ctx: Ctx,
  found: FoundRelationship,
  status: keyof typeof ANSWER,
): Promise<RelationshipRow> {
  const before = found.row;
  const side: Side = ctx.actor.account ? 'account' : 'creator';
  const { to } = consentMachine.require(before.consent, ANSWER[status], side, {});
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
    await Promise.all([
      closeApplications(ctx, before.accountId, before.creatorId, side),
      closeSamples(ctx, before.accountId, before.creatorId),
    ]);
    // A partner's links to its client brands were part of representing the creator.
    if (found.accountType === 'partner')
      setBrands(
        ctx,
        { partnerId: before.accountId, creatorId: before.creatorId, brands: [], both: false },
        CALL,
      );
  }
  refreshRoster(ctx, before.creatorId);
  return after;
}

function agreed(
  ctx: Ctx,
  { row, accountType, represented }: FoundRelationship,
  side: Side,
): Partial<RelationshipRow> {
  const kind = represented ? 'represented' : 'direct';
  return {
    ...withYes(row, side, saidNow(ctx, CALL), false),
    // A partner gets the kind that it asked for; for a brand it depends on whether a partner represents the
    // creator now.
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
