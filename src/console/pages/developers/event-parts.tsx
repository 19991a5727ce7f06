import type { Event } from '../../../domains/accounts/webhooks/event.ts';
import { Badge } from '../../components/card.tsx';
import { words } from '../../format.tsx';

const TONES = { pending: 'info', delivered: 'success', failed: 'danger' } as const;

export function DeliveryState({ delivery }: Pick<Event, 'delivery'>) {
  return <Badge tone={TONES[delivery]}>{words(delivery)}</Badge>;
}
