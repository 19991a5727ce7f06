// What analytics say where there are no results, and what brings some about.
import { NoneMatch } from '../../components/none-match.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { type None, NoneYet } from '../lists/list-page.tsx';
import type { Mode } from './metrics.ts';

/** @param narrowed whether other filters may have results. */
export function NoResults({ at, mode, narrowed }: { at: PlaceVisit; mode: Mode; narrowed: boolean }) {
  if (narrowed)
    return (
      <NoneMatch title="No results" icon="chart" all={at.url.pathname}>
        Nothing was reported for these days and filters.
      </NoneMatch>
    );
  return <NoneYet at={at} list="results" icon="chart" {...whatComes(at, mode)} />;
}

function whatComes({ place: { type } }: PlaceVisit, mode: Mode): Pick<None, 'text' | 'next'> {
  if (mode === 'organic')
    return {
      text: 'Results appear here once posts with approved videos were read from their platforms.',
      next: { path: '/posts', label: 'View posts' },
    };
  if (type === 'brand')
    return {
      text: 'Results appear here once an ad account is connected and its ads run.',
      next: { path: '/connections', label: 'View connections' },
    };
  return type === 'partner'
    ? {
        text: 'Results appear here once ads of a client run.',
        next: { path: '/clients', label: 'View clients' },
      }
    : {
        text: 'Results appear here once a brand runs your videos as ads.',
        next: { path: '/submissions', label: 'View submissions' },
      };
}
