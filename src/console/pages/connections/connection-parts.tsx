// Shared parts of the pages about connections.
import {
  type Connection,
  isShop,
  PROVIDER_NAMES,
  staysConnected,
} from '../../../domains/accounts/connections/connection.ts';
import type { Choice } from '../../../integrations/ads/platform.ts';
import { invalidField } from '../../../kit/error.ts';
import { Badge, type BadgeTone } from '../../components/card.tsx';
import { writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';

const STATES: Record<Connection['status'], { tone: BadgeTone; name: string }> = {
  active: { tone: 'success', name: 'Active' },
  connected: { tone: 'warning', name: 'Setup required' },
  expired: { tone: 'danger', name: 'Reconnect' },
  reconnect_required: { tone: 'danger', name: 'Reconnect' },
  disconnected: { tone: 'neutral', name: 'Disconnected' },
};

/** The platform accepted the connection, but something keeps it from working fully. */
const NEEDS_ATTENTION = { tone: 'warning', name: 'Needs attention' } as const;

/** A shop has nothing to set up, so it is active as soon as it is connected. */
export function ConnectionState({ connection: { provider, status, error } }: { connection: Connection }) {
  const shown = isShop(provider) && status === 'connected' ? 'active' : status;
  const wrong = shown === 'active' && error !== null;
  const { tone, name } = wrong ? NEEDS_ATTENTION : STATES[shown];
  return <Badge tone={tone}>{name}</Badge>;
}

export const platformOf = ({ provider }: Pick<Connection, 'provider'>) => PROVIDER_NAMES[provider];
/** Whether nothing works until the person connects it again. */
export const isOver = ({ status }: Pick<Connection, 'status'>) =>
  status === 'expired' || status === 'reconnect_required';
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

/** Whether the workspace is a creator's, whose connections bring posts. */
export const isCreatorPlace = ({ place }: PlaceVisit): boolean => place.type === 'creator';

/** Whether this person can connect accounts here. Partners have none. */
export const connects = (at: PlaceVisit): boolean => isCreatorPlace(at) || writesAsBrand(at.place);

/** Creates a connection and redirects to the provider's page. @param shop the domain of the shop to connect. */
export async function begin(
  at: PlaceVisit,
  { provider, shop }: { provider: string; shop?: string | undefined },
): Promise<Response> {
  // Payouts are set up where a fresh proof is asked for.
  if (!staysConnected(provider)) throw invalidField('/provider', 'Choose one of these platforms.');
  const body = { provider, returnUrl: at.to('/connections'), ...(shop === undefined ? {} : { shop }) };
  const { url } = await at.run('POST /v1/connections', { body });
  // Only an embedded form of the processor has a secret instead of a URL, and no page asks for one.
  if (url === null) throw new Error(`No page to connect ${provider} at.`);
  return at.go(url);
}
