// The navigation of a workspace. It hides entries that a role may not open, but only the pages themselves
// refuse.

import type { Place } from '../auth/person.ts';
import type { IconName } from './components/icon.tsx';

interface Entry {
  label: string;
  /** The path after /app/:place. */
  path: string;
  icon: IconName;
  shown: (place: Place) => boolean;
}

const anybody = () => true;
const ofBrandsAndCreators = ({ type }: Place) => type !== 'partner';
const ofAccounts = ({ type }: Place) => type !== 'creator';
const ofCreators = ({ type }: Place) => type === 'creator';
const ofPartners = ({ type }: Place) => type === 'partner';
/** Only for people of the account itself, not for a partner's people at its client. */
const ownAccount = (place: Place) => place.type !== 'creator' && place.own;
/** Only for owners and admins of the account itself. */
const administered = (place: Place) => ownAccount(place) && place.role !== 'member';
/** For owners, admins and creators; a member cannot see money. */
const money = ({ role }: Place) => role !== 'member';
/** Only a brand has a card. */
const payers = (place: Place) => money(place) && place.type === 'brand';
/** A brand earns nothing. */
const earners = (place: Place) => money(place) && place.type !== 'brand';

const GROUPS: readonly { label: string | null; entries: readonly Entry[] }[] = [
  {
    label: null,
    entries: [
      { label: 'Overview', path: '/', icon: 'home', shown: anybody },
      { label: 'Messages', path: '/messages', icon: 'message', shown: anybody },
      { label: 'Notices', path: '/notices', icon: 'bell', shown: anybody },
      { label: 'Programs', path: '/programs', icon: 'program', shown: anybody },
      { label: 'Applications', path: '/applications', icon: 'inbox', shown: anybody },
      { label: 'Creators', path: '/creators', icon: 'people', shown: ofAccounts },
      { label: 'Brands', path: '/brands', icon: 'people', shown: ofCreators },
      { label: 'Clients', path: '/clients', icon: 'people', shown: ofPartners },
      { label: 'Products', path: '/products', icon: 'product', shown: ofBrandsAndCreators },
      { label: 'Submissions', path: '/submissions', icon: 'play', shown: anybody },
      { label: 'Posts', path: '/posts', icon: 'list', shown: anybody },
      { label: 'Agreements', path: '/agreements', icon: 'log', shown: ofAccounts },
      { label: 'Retainers', path: '/retainers', icon: 'card', shown: anybody },
      { label: 'Samples', path: '/samples', icon: 'inbox', shown: anybody },
      { label: 'Codes', path: '/codes', icon: 'key', shown: anybody },
      { label: 'Campaigns', path: '/campaigns', icon: 'megaphone', shown: ofAccounts },
      { label: 'Plans', path: '/plans', icon: 'checklist', shown: ofAccounts },
      { label: 'Ad authorizations', path: '/ad-authorizations', icon: 'check', shown: anybody },
      { label: 'Analytics', path: '/analytics', icon: 'chart', shown: anybody },
      { label: 'Connections', path: '/connections', icon: 'swap', shown: ofBrandsAndCreators },
      { label: 'Earnings', path: '/earnings', icon: 'chart', shown: earners },
      { label: 'Payments', path: '/payments', icon: 'card', shown: money },
      { label: 'Balance', path: '/balance', icon: 'card', shown: earners },
      { label: 'Billing', path: '/billing', icon: 'card', shown: payers },
    ],
  },
  {
    label: 'Settings',
    entries: [
      { label: 'Team', path: '/team', icon: 'people', shown: ownAccount },
      { label: 'Creator profile', path: '/profile', icon: 'people', shown: ofCreators },
      { label: 'Profile', path: '/you', icon: 'user', shown: anybody },
    ],
  },
  {
    label: 'Developers',
    entries: [
      { label: 'Pixels', path: '/pixels', icon: 'chart', shown: ofAccounts },
      { label: 'API keys', path: '/keys', icon: 'key', shown: ownAccount },
      { label: 'Embeds', path: '/embeds', icon: 'program', shown: ownAccount },
      { label: 'Apps', path: '/apps', icon: 'apps', shown: ownAccount },
      { label: 'Connected apps', path: '/connected-apps', icon: 'swap', shown: ownAccount },
      { label: 'Audit log', path: '/audit', icon: 'log', shown: administered },
    ],
  },
];

/** The groups of entries that a workspace shows, without empty ones. */
export function navigationOf(place: Place): { label: string | null; items: Entry[] }[] {
  return GROUPS.map(({ label, entries }) => ({
    label,
    items: entries.filter(({ shown }) => shown(place)),
  })).filter(({ items }) => items.length > 0);
}

/** The page of another workspace that is like a page of this one: the same list, or the overview where there is none. */
export function likePath(place: Place, path: string): string {
  const list = `/${path.split('/')[1] ?? ''}`;
  const isThere = navigationOf(place).some(({ items }) => items.some((one) => one.path === list));
  return isThere ? list : '/';
}
