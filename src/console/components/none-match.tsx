import type { PropsWithChildren } from 'hono/jsx';
import { ButtonLink } from './button.tsx';
import type { IconName } from './icon.tsx';
import { EmptyState } from './notice.tsx';

/** What stands for a list of which nothing fits its filters. @param all where the list is without them. */
export const NoneMatch = ({
  title,
  icon = 'search',
  all,
  children = 'Change or clear the filters.',
}: PropsWithChildren<{ title: string; icon?: IconName; all: string }>) => (
  <EmptyState
    title={title}
    icon={icon}
    action={
      <ButtonLink look="secondary" href={all}>
        Clear filters
      </ButtonLink>
    }
  >
    {children}
  </EmptyState>
);
