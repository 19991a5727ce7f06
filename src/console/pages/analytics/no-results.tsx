// What analytics say where there are no results, and what brings some about.
import { ButtonLink } from '../../components/button.tsx';
import { NoneMatch } from '../../components/none-match.tsx';
import { EmptyState } from '../../components/notice.tsx';
import type { PlaceVisit } from '../../visit.ts';
import type { Mode } from './metrics.ts';

/** @param narrowed whether other filters may have results. */
export function NoResults({ at, mode, narrowed }: { at: PlaceVisit; mode: Mode; narrowed: boolean }) {
  if (narrowed)
    return (
      <NoneMatch title="No results" icon="chart" all={at.url.pathname}>
        Nothing was reported for these days and filters.
      </NoneMatch>
    );
  const { text, path, label } = whatComes(at, mode);
  return (
    <EmptyState
      title="No results yet"
      icon="chart"
      action={
        <ButtonLink look="secondary" href={at.to(path)}>
          {label}
        </ButtonLink>
      }
    >
      {text}
    </EmptyState>
  );
}

function whatComes({ place: { type } }: PlaceVisit, mode: Mode) {
  if (mode === 'organic')
    return {
      text: 'Results appear here once posts with approved videos were read from their platforms.',
      path: '/posts',
      label: 'View posts',
    };
  if (type === 'brand')
    return {
      text: 'Results appear here once an ad account is connected and its ads run.',
      path: '/connections',
      label: 'View connections',
    };
  return type === 'partner'
    ? { text: 'Results appear here once ads of a client run.', path: '/clients', label: 'View clients' }
    : {
        text: 'Results appear here once a brand runs your videos as ads.',
        path: '/submissions',
        label: 'View submissions',
      };
}
