// The shared parts of the frames: a bar on phones, a sidebar with the navigation, and the page beside it.
import type { Child, PropsWithChildren } from 'hono/jsx';
import { MOST_COUNTED } from '../../db/count-listed.ts';
import { Avatar } from '../components/card.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { Mark } from '../components/mark.tsx';
import { counted } from '../format.tsx';
import { useVisit } from '../visit-context.ts';

export function Frame({
  home,
  side,
  action,
  keys,
  children,
}: PropsWithChildren<{
  home: string;
  side: Child;
  /** What stands beside the menu on phones. */
  action?: Child;
  /** Whether single keys act; undefined on pages that have none. */
  keys?: boolean;
}>) {
  return (
    <div class="frame" data-frame={keys !== undefined} data-keys={keys === false ? 'off' : undefined}>
      <header class="frame-bar">
        <Brand href={home} />
        {action}
        <details class="phone-menu" data-menu>
          <summary aria-label="Menu" class="icon-button">
            <Icon name="menu" size={24} />
          </summary>
          <div class="phone-menu-sheet">{side}</div>
        </details>
      </header>
      <div class="frame-side">
        <Brand href={home} />
        {side}
      </div>
      <main id="main" class="frame-main" tabindex={-1}>
        {children}
      </main>
    </div>
  );
}

function Brand({ href }: { href: string }) {
  const { vars } = useVisit();
  return (
    <a class="brand" href={href}>
      <Mark />
      <span>{vars.SERVICE_NAME}</span>
    </a>
  );
}

export interface Way {
  href: string;
  label: string;
  icon: IconName;
  /** Matches only this exact path, not the paths below it. */
  alone?: boolean;
  /** How much there waits to be read. */
  count?: number | null;
}

/** The navigation links, in groups. */
export function Ways({
  label,
  groups,
}: {
  label: string;
  groups: readonly { label: string | null; items: readonly Way[] }[];
}) {
  const here = useVisit().url.pathname.replace(/\/$/, '');
  const isHere = ({ href, alone }: Way) =>
    here === href.replace(/\/$/, '') || (!alone && here.startsWith(`${href}/`));
  return (
    <nav class="side-nav" aria-label={label}>
      {groups.map((group) => (
        <div class="side-group">
          {group.label && <p class="side-label">{group.label}</p>}
          <ul>
            {group.items.map((item) => (
              <li>
                <a href={item.href} aria-current={isHere(item) ? 'page' : undefined}>
                  <Icon name={item.icon} />
                  {item.label}
                  {item.count ? <Unread count={item.count} /> : null}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Leads to the notices, and says how many are new. */
export function Bell({ href, unseen }: { href: string; unseen: number }) {
  return (
    <a class="icon-button bell" href={href}>
      <Icon name="bell" size={24} />
      <span class="only-heard">Notices</span>
      {unseen > 0 && <Unread count={unseen} />}
    </a>
  );
}

/** Nothing counts further than its limit: from there on it says so. */
function Unread({ count: found }: { count: number }) {
  return (
    <span class="unread-count" data-unread-total>
      {counted({ count: Math.min(found, MOST_COUNTED), more: found >= MOST_COUNTED })}
      <span class="only-heard"> unread</span>
    </span>
  );
}

/** The name of the signed-in person, and the link to sign out. */
export function SignedInAs({ name, as }: { name: string; as: string }) {
  return (
    <div class="account">
      <Avatar name={name} />
      <span class="place-words">
        <span class="place-name">{name}</span>
        <span class="quiet">{as}</span>
      </span>
      <a class="icon-button" href="/sign-out" title="Sign out">
        <Icon name="signout" />
        <span class="only-heard">Sign out</span>
      </a>
    </div>
  );
}

/** The current workspace, and the link to switch it. @param from the path in it, for the same page in another one. */
export function Where({ name, what, from }: { name: string; what: string; from?: string }) {
  return (
    <a
      class="place"
      href={from === undefined ? '/app' : `/app?from=${encodeURIComponent(from)}`}
      data-finds={from === undefined ? undefined : 'workspace'}
      data-label="Find a workspace"
    >
      <Avatar name={name} />
      <span class="place-words">
        <span class="place-name">{name}</span>
        <span class="quiet">{what}</span>
      </span>
      <Icon name="swap" size={16} />
      <span class="only-heard">, choose another workspace</span>
    </a>
  );
}
