// Badges for the statuses of records.
import { Badge, type BadgeTone } from '../../components/card.tsx';
import type { Option } from '../../components/fields.tsx';
import { words } from '../../format.tsx';

const TONES: Record<string, BadgeTone> = {
  active: 'success',
  approved: 'success',
  archived: 'neutral',
  available: 'success',
  delivered: 'success',
  disputed: 'danger',
  draft: 'neutral',
  ended: 'neutral',
  failed: 'danger',
  held: 'warning',
  live: 'success',
  paid: 'success',
  paused: 'neutral',
  pending: 'warning',
  pending_approval: 'warning',
  processing: 'info',
  refunded: 'neutral',
  rejected: 'danger',
  removed: 'danger',
  review: 'warning',
  revision: 'info',
  shipped: 'info',
  succeeded: 'success',
  withdrawn: 'neutral',
};

/** Labels for statuses whose own names would be unclear. */
const NAMES: Record<string, string> = {
  pending_approval: 'Pending approval',
  review: 'Needs review',
  revision: 'Changes requested',
  succeeded: 'Charged',
};

function stateName(status: string): string {
  return NAMES[status] ?? words(status);
}

export function State({ status }: { status: string }) {
  return <Badge tone={TONES[status] ?? 'neutral'}>{stateName(status)}</Badge>;
}

/** The options of a filter by status. */
export function stateOptions(all: string, statuses: readonly string[]): Option[] {
  return [
    { value: '', label: all },
    ...statuses.map((status) => ({ value: status, label: stateName(status) })),
  ];
}
