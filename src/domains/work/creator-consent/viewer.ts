import { type Actor, actingId } from '../../../auth/actor.ts';

/** The reader of a creator's record, which decides the merged relationship and the hidden fields. */
export interface Viewer {
  id: string;
  kind: 'account' | 'creator';
  /** Whether the reader is a partner: only a partner sees its own rate and brands. */
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
