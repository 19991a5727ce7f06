import { type Actor, actingId } from '../../../auth/actor.ts';

/** Who reads a creator's record: it decides which relationship is merged in and what is left out. */
export interface Viewer {
  id: string;
  kind: 'account' | 'creator';
  /** A partner's own rate and brands matter to it alone. */
  partner: boolean;
  managedBy: string | null;
}

export function viewerOf(actor: Actor): Viewer {
  return {
    id: actingId(actor),
    kind: actor.account ? 'account' : 'creator',
    partner: actor.account?.type === 'partner',
    managedBy: actor.account?.managedBy ?? null,
  };
}
