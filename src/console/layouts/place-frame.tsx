// The frame around a workspace's pages: its navigation, the workspace switcher, and the signed-in person.
import type { PropsWithChildren } from 'hono/jsx';
import { DAY_MS } from '../../kit/time.ts';
import { Icon } from '../components/icon.tsx';
import { Time, words } from '../format.tsx';
import { navigationOf } from '../navigation.ts';
import type { PersonVisit, PlaceVisit, Shown } from '../visit.ts';
import { Bell, Frame, SignedInAs, Ways, Where } from './frame.tsx';

export function PlaceFrame({
  at,
  unread,
  keys,
  children,
}: PropsWithChildren<{ at: PlaceVisit; unread: number | null; keys: NonNullable<Shown['keys']> }>) {
  return (
    <Frame
      home={at.to('/')}
      side={<Side at={at} unread={unread} />}
      action={<Bell href={at.to(NOTICES)} unseen={at.notices} />}
      keys={at.person.shortcuts}
    >
      {at.place.type !== 'creator' && !at.place.own && (
        <p class="frame-note">
          You are in {at.place.name}'s workspace as its agency. What you do here is done for this client.
        </p>
      )}
      {at.place.status === 'ended' && (
        <p class="frame-note">
          This brand's relationship with its partner has ended. Everything can be read, nothing changed.
        </p>
      )}
      <PersonNotes at={at} profile={at.to('/you')} />
      {children}
      <Keys own={keys} isOn={at.person.shortcuts} profile={at.to('/you')} />
    </Frame>
  );
}

/** What a person whose mails may not arrive would not find out otherwise. */
export function PersonNotes({ at, profile }: { at: PersonVisit; profile: string }) {
  return (
    <>
      {at.person.mailsStopped && (
        <p class="frame-note">
          Two of our mails to you came back, so we stopped sending any.{' '}
          <a href={profile}>Confirm your address</a>
        </p>
      )}
      <FactorRemoval at={at} />
    </>
  );
}

/** So long every page says that a second factor was removed, unless another one is set up. */
const SAID_MS = 30 * DAY_MS;

function FactorRemoval({ at }: { at: PersonVisit }) {
  const { factorRemovedAt: removedAt, staff } = at.person;
  const { now } = at.system();
  if (removedAt === null || now > removedAt + SAID_MS) return null;
  const page = staff === null ? '/app/you/second-factor' : '/staff/second-factor';
  const when = <Time at={new Date(removedAt).toISOString()} exact />;
  return (
    <p class="frame-note">
      {now < removedAt ? (
        <>
          Your second factor was reported lost, and is removed on {when}. If you still have it, sign in again
          with a code to keep it. <a href={page}>Manage second factor</a>
        </>
      ) : (
        <>
          Your second factor was reported lost, and was removed on {when}.{' '}
          <a href={page}>Set up second factor</a>
        </>
      )}
    </p>
  );
}

const NOTICES = '/notices';

function Side({ at, unread }: { at: PlaceVisit; unread: number | null }) {
  const countAt = (path: string) => (path === '/messages' ? unread : path === NOTICES ? at.notices : null);
  const groups = navigationOf(at.place).map(({ label, items }) => ({
    label,
    items: items.map((item) => ({
      ...item,
      href: at.to(item.path),
      alone: item.path === '/',
      count: countAt(item.path),
    })),
  }));
  return (
    <>
      <Where
        name={at.place.name}
        what={words(at.place.type)}
        from={at.url.pathname.slice(at.to('').length) || '/'}
      />
      <a
        class="find-link"
        href={at.to('/find')}
        data-finds="all"
        data-label="Find a page, creator, program, campaign or ID"
      >
        <Icon name="search" size={16} />
        <span>Find</span>
        <kbd>Ctrl K</kbd>
      </a>
      <Ways label={at.place.name} groups={groups} />
      <SignedInAs name={at.person.name} as={at.place.role ? words(at.place.role) : 'Creator'} />
    </>
  );
}

/** The keys, which "?" lists: the page's own, and those of every page. */
function Keys({ own, isOn, profile }: { own: NonNullable<Shown['keys']>; isOn: boolean; profile: string }) {
  const keys = [
    ...own,
    ['Ctrl K or ⌘ K', 'Find a page, creator, program, campaign or ID'],
    ['/', 'Search this page'],
    ['?', 'Show the keys'],
  ];
  return (
    <dialog class="dialog" id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keyboard shortcuts</h2>
      <dl class="keys">
        {keys.map(([key, does]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div class="buttons end">
        <a href={profile}>{isOn ? 'Turn off in your profile' : 'Turn on in your profile'}</a>
        <form method="dialog">
          <button type="submit" class="button primary">
            <span>Close</span>
          </button>
        </form>
      </div>
    </dialog>
  );
}
