import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { documentsForRelationship } from '../agreement-rules/interface.ts';
import { presentRelationship, type Relationship } from './relationship.ts';
import { findRelationshipWith } from './store.ts';

/**
 * What the acting creator and an account agreed on, with what the creator has to accept. Both are looked for at once, since
 * the account is known before. Throws not_found.
 */
export async function getRelationshipWith(ctx: Ctx, accountId: string): Promise<Relationship> {
  const { creator } = ctx.actor;
  if (creator === null) throw notFound('relationship');
  const [found, documents] = await Promise.all([
    findRelationshipWith(ctx, accountId, creator),
    documentsForRelationship(ctx, { accountId, creatorId: creator }),
  ]);
  if (!found) throw notFound('relationship');
  const asked = found.row.consent === 'invited' || found.row.consent === 'agreed';
  return presentRelationship(found, asked ? documents : []);
}
