// A list narrowed by its own filters and by program and creator. People choose names, and the API takes IDs.
import type { Child } from 'hono/jsx';
import { programOperations } from '../../domains/work/programs/operations.ts';
import type { ListPage } from '../../resource/list-page.ts';
import { Card } from '../components/card.tsx';
import { type Filter, Filters } from '../components/table.tsx';
import type { PlaceVisit } from '../visit.ts';

/** So many creators of the same name can be told apart by their handles. */
const MOST_NAMED = '20';

export interface Narrowed<T> {
  list: ListPage<T>;
  /** Whether anything is left out. */
  isFiltered: boolean;
  /** The filters, and the question which of several creators is meant. */
  filters: Child;
}

/**
 * @param own the list's further filters. @param read reads a page of the list by what was chosen.
 */
export async function narrowed<T>(
  at: PlaceVisit,
  own: readonly Filter[],
  read: (query: Record<string, string>) => Promise<ListPage<T>>,
): Promise<Narrowed<T>> {
  const isCreator = at.place.type === 'creator';
  const names = [...own.map(({ name }) => name), 'program'];
  const given = at.given(...names);
  const who = isCreator ? EVERYBODY : await creatorOf(at);
  const [list, program] = await Promise.all([
    who.query ? read({ ...given, ...at.given('cursor'), ...who.query }) : { items: [], nextCursor: null },
    programFilter(at),
  ]);
  const filters = [...own, program, ...(isCreator ? [] : [NAMED])];
  return {
    list,
    isFiltered: [...names, 'named', 'creator'].some((name) => at.query(name) !== undefined),
    filters: (
      <>
        <Filters filters={filters} />
        {who.choices.length > 0 && <WhichCreator at={at} choices={who.choices} />}
      </>
    ),
  };
}

/** The newest programs, and the one that is chosen, whichever it is. */
async function programFilter(at: PlaceVisit): Promise<Filter> {
  const { program } = at.given('program');
  const body = { programs: program === undefined ? [] : [program], newest: true };
  const { names } = await at.run(programOperations.listProgramNames, { body });
  return {
    name: 'program',
    label: 'Program',
    options: [
      { value: '', label: 'All programs' },
      ...names.map(({ id, name }) => ({ value: id, label: name })),
    ],
  };
}

const NAMED = { kind: 'text', name: 'named', label: 'Creator', placeholder: 'Name or handle' } as const;

interface NamedCreator {
  /** Null if nobody, or more than one creator, has the name. */
  query: { creator?: string } | null;
  choices: readonly { id: string; name: string }[];
}

const EVERYBODY: NamedCreator = { query: {}, choices: [] };

/** By a name or the beginnings of its words, or by the ID of one of those that it may mean. */
async function creatorOf(at: PlaceVisit): Promise<NamedCreator> {
  const { creator, named } = at.given('creator', 'named');
  if (creator !== undefined) return { query: { creator }, choices: [] };
  if (named === undefined) return EVERYBODY;
  const { items } = await at.run('GET /v1/creators', {
    query: { q: named.slice(0, 200), limit: MOST_NAMED },
  });
  const [first, ...rest] = items;
  if (first && rest.length === 0) return { query: { creator: first.id }, choices: [] };
  const choices = items.map(({ id, name, handle }) => ({
    id,
    name: [name, handle && `@${handle}`].filter(Boolean).join(', ') || 'A creator',
  }));
  return { query: null, choices };
}

function WhichCreator({ at, choices }: { at: PlaceVisit; choices: NamedCreator['choices'] }) {
  return (
    <Card title="Which creator?">
      <ul>
        {choices.map(({ id, name }) => {
          const query = new URLSearchParams(at.url.search);
          query.delete('cursor');
          query.set('creator', id);
          return (
            <li>
              <a href={`${at.url.pathname}?${query}`}>{name}</a>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
