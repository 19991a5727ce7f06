// The frame around the staff's pages.
import type { PropsWithChildren } from 'hono/jsx';
import type { StaffVisit } from '../visit.ts';
import { Frame, SignedInAs, type Way, Ways, Where } from './frame.tsx';

const WAYS: readonly Way[] = [
  { href: '/staff', label: 'Queue', icon: 'inbox', alone: true },
  { href: '/staff/directory', label: 'Directory', icon: 'list' },
  { href: '/staff/corrections', label: 'Corrections', icon: 'swap' },
  { href: '/staff/ledgers', label: 'Ledgers', icon: 'card' },
  { href: '/staff/actions', label: 'Audit log', icon: 'log' },
  { href: '/staff/people', label: 'People', icon: 'people' },
  { href: '/app/you', label: 'Profile', icon: 'user' },
];

export function StaffFrame({ at, children }: PropsWithChildren<{ at: StaffVisit }>) {
  const side = (
    <>
      <Where name={at.vars.SERVICE_NAME} what="Staff" />
      <Ways label="Staff" groups={[{ label: null, items: WAYS }]} />
      <SignedInAs name={at.person.name} as={at.staff} />
    </>
  );
  return (
    <Frame home="/staff" side={side}>
      {children}
    </Frame>
  );
}
