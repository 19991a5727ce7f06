// Decides whether an actor may use an operation: the same for keys, apps and people on the pages.
import type { Actor } from '../auth/actor.ts';
import { type EmbedUse, permitFrame } from '../auth/frame.ts';
import { scopesFor } from '../auth/scopes.ts';
import { AppError } from '../kit/error.ts';
import type { BusinessAccess, KeyAccess } from './define-route.ts';

/**
 * Throws permission_denied.
 * @param embeds the components of embeds that use the operation.
 */
export function permit(
  actor: Actor,
  { level, money, actors, people, admins, business }: KeyAccess,
  embeds?: readonly EmbedUse[],
): void {
  if (business) permitScope(actor, business);
  if (actor.by === 'embed') permitFrame(actor.frame, embeds);
  if (people && (actor.by !== 'person' || actor.home?.id !== actor.account?.id)) {
    throw new AppError('permission_denied', 'Only people of this account itself do this, on its pages.');
  }
  const writing = level === 'write';
  if (writing && actor.access === 'read') {
    throw new AppError('permission_denied', `This ${CALLERS[actor.by]} may only read.`);
  }
  if (writing && (actor.account ?? actor.home)?.status === 'ended') {
    throw new AppError(
      'permission_denied',
      "This brand's relationship with its partner has ended: it reads but no longer changes.",
    );
  }
  if (actor.role === 'member' && (writing || money || admins)) {
    throw new AppError(
      'permission_denied',
      writing
        ? 'Only owners and admins of this account change anything.'
        : `Only owners and admins of this account see ${money ? 'its payments' : 'this'}.`,
    );
  }
  if (!actors.includes(actor.account ? 'account' : 'creator')) {
    throw new AppError(
      'permission_denied',
      `This endpoint is not for ${actor.account ? 'accounts' : 'creators'}.`,
    );
  }
}

/**
 * Throws permission_denied for a caller without the scope of its account's type. People have every scope that their
 * account can have: their role decides.
 */
export function permitScope({ by, home, scopes, access }: Actor, business: BusinessAccess): void {
  if (by === 'grant' || by === 'embed')
    throw new AppError('permission_denied', 'Apps and embeds do not use the business API.');
  const wanted = home && business.scopes.find((scope) => scope.startsWith(`${home.type}:`));
  if (!wanted)
    throw new AppError(
      'permission_denied',
      home ? 'Only the brand itself does this, and no partner for it.' : 'This endpoint is not for creators.',
    );
  if (!(scopes ?? scopesFor(home.type, access)).includes(wanted))
    throw new AppError('permission_denied', `This ${CALLERS[by]} lacks the scope ${wanted}.`);
}

const CALLERS = { key: 'key', grant: 'app', person: 'person', embed: 'embed' } as const;
