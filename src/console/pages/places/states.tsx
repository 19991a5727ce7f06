// Badges for the statuses of records.
import type { Application } from '../../../domains/work/applications/application.ts';
import { standingOf } from '../../application-standing.ts';
import { Badge, type BadgeTone } from '../../components/card.tsx';
import type { Option } from '../../components/fields.tsx';
import { words } from '../../format.tsx';

const TONES: Record<string, BadgeTone> = {
  accepted: 'info',
  active: 'success',
  agreed: 'success',
  approved: 'success',
  archived: 'neutral',
  available: 'success',
  completed: 'success',
  delivered: 'success',
  canceled: 'neutral',
  canceling: 'warning',
  disputed: 'danger',
  draft: 'neutral',
  ended: 'neutral',
  failed: 'danger',
  held: 'warning',
  in_transit: 'info',
  invited: 'warning',
  live: 'success',
  offered: 'warning',
  paid: 'success',
  paused: 'neutral',
  payment_approved: 'info',
  pending: 'warning',
  pending_approval: 'warning',
  processing: 'info',
  refunded: 'neutral',
  requested: 'warning',
  ready_for_review: 'warning',
  rejected: 'danger',
  removed: 'danger',
  review: 'warning',
  revision: 'info',
  shipped: 'info',
  succeeded: 'success',
  tracking: 'info',
  withdrawn: 'neutral',
};

/** Labels for statuses whose own names would be unclear. */
const NAMES: Record<string, string> = {
  canceled: 'Cancelled',
  canceling: 'Ends with this period',
  pending_approval: 'Pending approval',
  payment_approved: 'Payment approved',
  ready_for_review: 'Ready for review',
  review: 'Needs review',
  revision: 'Changes requested',
  succeeded: 'Charged',
};

/** Labels of a kind of record whose statuses mean something else than those of others. */
type OwnNames = Readonly<Record<string, string>>;

function stateName(status: string, own: OwnNames): string {
  return own[status] ?? NAMES[status] ?? words(status);
}

export function State({ status, own = {} }: { status: string; own?: OwnNames }) {
  return <Badge tone={TONES[status] ?? 'neutral'}>{stateName(status, own)}</Badge>;
}

const APPLIED: OwnNames = { invited: 'Invitation', pending: 'Waiting for the brand' };

/** The state of an application as its creator reads it. */
export const applicationState = (one: Pick<Application, 'status' | 'removed' | 'invited'>) => (
  <State status={standingOf(one)} own={APPLIED} />
);

/** The options of a filter by status. */
export function stateOptions(all: string, statuses: readonly string[], own: OwnNames = {}): Option[] {
  return [
    { value: '', label: all },
    ...statuses.map((status) => ({ value: status, label: stateName(status, own) })),
  ];
}
