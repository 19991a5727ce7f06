// The frame around a workspace's pages: its navigation, the workspace switcher, and the signed-in person.
import type { PropsWithChildren } from 'hono/jsx';
import { words } from '../format.tsx';
import { navigationOf } from '../navigation.ts';
import type { PlaceVisit } from '../visit.ts';
import { Bell, Frame, SignedInAs, Ways, Where } from './frame.tsx';

export function PlaceFrame({
  at,
  unread,
  children,
}: PropsWithChildren<{ at: PlaceVisit; unread: number | null }>) {
  return (
    <Frame
      home={at.to('/')}
      side={<Side at={at} unread={unread} />}
      action={<Bell href={at.to(NOTICES)} unseen={at.notices} />}
    >
      {at.place.status === 'ended' && (
        <p class="frame-note">
          This brand's relationship with its partner has ended. Everything can be read, nothing changed.
        </p>
      )}
      {children}
    </Frame>
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
      <Where name={at.place.name} what={words(at.place.type)} />
      <Ways label={at.place.name} groups={groups} />
      <SignedInAs name={at.person.name} as={at.place.role ? words(at.place.role) : 'Creator'} />
    </>
  );
}
