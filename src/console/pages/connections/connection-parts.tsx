// Shared parts of the pages about connections.
import { type Connection, PROVIDER_NAMES } from '../../../domains/accounts/connections/connection.ts';
import type { Choice } from '../../../integrations/ads/platform.ts';
import { Badge, type BadgeTone } from '../../components/card.tsx';
import type { PlaceVisit } from '../../visit.ts';

const STATES: Record<Connection['status'], { tone: BadgeTone; name: string }> = {
  active: { tone: 'success', name: 'Ready' },
  connected: { tone: 'warning', name: 'Not set up yet' },
  expired: { tone: 'danger', name: 'Connect again' },
  disconnected: { tone: 'neutral', name: 'Disconnected' },
};

/** The platform accepted the connection, but something keeps it from working fully. */
const NEEDS_ATTENTION = { tone: 'warning', name: 'Needs attention' } as const;

export function ConnectionState({ connection: { status, error } }: { connection: Connection }) {
  const wrong = status === 'active' && error !== null;
  const { tone, name } = wrong ? NEEDS_ATTENTION : STATES[status];
  return <Badge tone={tone}>{name}</Badge>;
}

export const platformOf = ({ provider }: Pick<Connection, 'provider'>) => PROVIDER_NAMES[provider];
export const nameOf = (connection: Connection) => connection.name ?? platformOf(connection);

/** Each choice depends on those before it. */
export const CHOICE_NAMES: Record<Choice, string> = {
  businessCenterId: 'Business center',
  organizationId: 'Organization',
  businessId: 'Business',
  advertiserId: 'Advertiser',
  adAccountId: 'Ad account',
  pageId: 'Page',
  identityId: 'Identity',
  profileId: 'Profile',
};

/**
 * Whether this person can connect accounts here: owners and admins of a brand that has not ended, and its
 * partner's.
 */
export function connects({ place }: PlaceVisit): boolean {
  return place.type === 'brand' && place.role !== 'member' && place.status === 'active';
}

/** Creates a connection and redirects to the provider's page. */
export async function begin(at: PlaceVisit, provider: string): Promise<Response> {
  const body = { provider, returnUrl: at.to('/connections') };
  const { url } = await at.run('POST /v1/connections', { body });
  // Only an embedded form of the processor has a secret instead of a URL, and no page asks for one.
  if (url === null) throw new Error(`No page to connect ${provider} at.`);
  return at.go(url);
}
