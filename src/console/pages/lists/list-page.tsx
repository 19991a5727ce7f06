// A list page is a description: its columns, its filters, and what can be done with several of its records at once.
import type { Child } from 'hono/jsx';
import type { ExportedList } from '../../../domains/exporting/exports/lists.ts';
import type { ListPage } from '../../../resource/list-page.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { type Filter, Filters } from '../../components/filters.tsx';
import type { IconName } from '../../components/icon.tsx';
import { NoneMatch } from '../../components/none-match.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { type Column, Pager, Table } from '../../components/table.tsx';
import { type ConsolePage, type Outcome, placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { part, Unread } from '../part.tsx';
import type { Names } from '../places/names.ts';
import { type Bulk, type Row, runBulk, showQuestion } from './bulk.tsx';
import { BulkBar, pickColumn } from './bulk-bar.tsx';
import { DAYS, daysIn } from './days.ts';
import { ExportForm, exportList } from './exporting.tsx';
import { NARROWING, type Narrowing, narrowing, WhichCreator } from './narrowing.tsx';
import { ACT_FIELD, chosenIn, MOST_CHOSEN } from './selection.ts';

type Query = Record<string, string>;

/** @typeParam S what `shared` reads. */
export interface ListDescription<T, S = undefined> {
  /** The path after /app/:place. */
  path: string;
  title: string;
  /** What some readers get instead of the list; it throws for those who get neither. */
  instead?: (at: PlaceVisit) => Promise<Outcome> | null;
  about: (at: PlaceVisit) => Child;
  /** What several parts of the page need, which is read once for all. */
  shared?: (at: PlaceVisit) => Promise<S>;
  /** The button in the head of the page. */
  action?: (at: PlaceVisit, shared: Promise<S>) => Child | Promise<Child>;
  /** What stands between the head and the filters, such as tabs. */
  below?: (at: PlaceVisit) => Child;
  /** Filters of the API, by their names there. */
  filters: (at: PlaceVisit) => readonly Filter[];
  /** Further ones, by the names there, whose options have to be read. */
  filtersToRead?: {
    names: readonly string[];
    read: (at: PlaceVisit, shared: Promise<S>) => Promise<readonly Filter[]>;
  };
  /** Filters of the API that other pages lead here with: they stay in the address, without an input. */
  kept?: readonly string[];
  /** Whether it is also narrowed by program and by creator, or by program alone. */
  narrows?: true | 'program' | ((at: PlaceVisit) => 'program' | undefined);
  /** Whether it is not narrowed by days, since it has periods of its own. */
  undated?: true;
  /** The orders of the API besides its own: value and label. */
  sorts?: readonly { value: string; label: string }[];
  /** What the API is asked, where the address says it in another way. */
  asked?: (at: PlaceVisit, given: Query) => Query;
  read: (at: PlaceVisit, query: Query) => Promise<ListPage<T>>;
  shown: (at: PlaceVisit, rows: readonly T[]) => Promise<ShownRows<T>>;
  /** What an empty list says where no filter is set. */
  none: (at: PlaceVisit, shared: Promise<S>) => None | Promise<None>;
  /** The same with filters, where "none match" says too little. */
  noneMatch?: (at: PlaceVisit) => Child | undefined;
  bulk?: Bulk<T>;
  /** The list that is exported as a file. */
  exported?: ExportedList;
  /** Origins besides our own from which it shows pictures. */
  pictures?: readonly string[];
}

export interface None {
  /** By default, that there are none yet. */
  title?: string;
  icon: IconName;
  /** What will appear in the list. */
  text: string;
  /** What brings it about; false for readers who may not do it. */
  next: { path: string; label: string } | false;
}

export interface ShownRows<T> {
  columns: readonly Column<T>[];
  /** What a row is called in a sentence. */
  nameOf: (row: T) => string;
  /** The names in it, if it has any: the page says when they could not be read. */
  names?: Pick<Names, 'unread'>;
}

/** What the list shows after an action was refused for some records. */
interface After {
  chosen: readonly string[];
  notice: Child;
}

export function listPage<T extends Row, S = undefined>(list: ListDescription<T, S>): ConsolePage {
  const { bulk, exported } = list;
  return placePage({
    path: list.path,
    show: async (at) => (await list.instead?.(at)) ?? (await showList(at, list)),
    actions: {
      ...(bulk && {
        bulk: (at, form) =>
          runBulk(at, bulk, form, (chosen, notice) => showList(at, list, { chosen, notice })),
      }),
      ...(exported && { export: (at) => exportList(at, exported, askedBy(at, list, 'sort')) }),
    },
  });
}

/** The names of what narrows the list. */
function filterNames<T, S>(at: PlaceVisit, list: ListDescription<T, S>): string[] {
  const narrows = narrowedBy(at, list);
  return [
    ...list.filters(at).map(({ name }) => name),
    ...(list.filtersToRead?.names ?? []),
    ...(list.kept ?? []),
    ...(narrows === 'program' ? [narrows] : narrows ? NARROWING : []),
  ];
}

const narrowedBy = <T, S>(at: PlaceVisit, { narrows }: ListDescription<T, S>) =>
  typeof narrows === 'function' ? narrows(at) : narrows;

/** The list's filters in the address, and `more` of it, as the API is asked. */
function askedBy<T, S>(at: PlaceVisit, list: ListDescription<T, S>, ...more: string[]): Query {
  const given: Query = { ...at.given(...filterNames(at, list), ...more), ...(!list.undated && daysIn(at)) };
  return list.asked?.(at, given) ?? given;
}

export const OLDEST_FIRST = { value: 'createdAt', label: 'Oldest first' };
/** The order in which a list comes without another one. */
const NEWEST_FIRST = { value: '', label: 'Newest first' };
/** How many rows can be selected together. */
const ROWS: Filter = {
  name: 'limit',
  label: 'Rows',
  options: ['25', '50', String(MOST_CHOSEN)].map((label) => ({ value: label === '25' ? '' : label, label })),
};

async function showList<T extends Row, S>(
  at: PlaceVisit,
  list: ListDescription<T, S>,
  after?: After,
): Promise<Outcome> {
  const { title, sorts = [], kept = [], filtersToRead } = list;
  const narrows = narrowedBy(at, list);
  // Creators decide on their own records one by one.
  const bulk = at.place.type === 'creator' ? undefined : list.bulk;
  const own = list.filters(at);
  const by: Narrowing = narrows ? await narrowing(at, narrows) : { choices: null, filters: async () => [] };
  if (by.redirect) return by.redirect;
  const names = filterNames(at, list);
  const days = list.undated ? [] : DAYS;
  const shared = list.shared?.(at) ?? Promise.resolve(undefined as S);
  const [{ items, nextCursor }, more, choices, action] = await Promise.all([
    by.choices === null
      ? list.read(at, askedBy(at, list, 'sort', 'cursor', 'limit'))
      : { items: [], nextCursor: null },
    part(at, by.filters()),
    part(at, filtersToRead?.read(at, shared) ?? Promise.resolve([])),
    list.action?.(at, shared),
  ]);
  const { columns, nameOf, names: shownNames } = await list.shown(at, items);
  const mayAct = bulk !== undefined && bulk.refused(at) === null;
  const chosen = after?.chosen ?? (mayAct ? chosenIn(at) : []);
  const asked = after === undefined && mayAct ? at.query(ACT_FIELD) : undefined;
  const act = bulk?.acts.find(({ name }) => name === asked);
  if (bulk && act && chosen.length > 0) {
    const rows = items.filter(({ id }) => chosen.includes(id));
    return await showQuestion(at, { title, bulk, act, rows, chosen, columns, nameOf });
  }
  const isFiltered = [...names, ...days.map(({ name }) => name), 'named'].some(
    (name) => at.query(name) !== undefined,
  );
  const order: Filter[] =
    sorts.length > 0 ? [{ name: 'sort', label: 'Order', options: [NEWEST_FIRST, ...sorts] }] : [];
  const table = (
    <Table
      label={title}
      columns={mayAct ? [pickColumn({ bulk, chosen, nameOf }), ...columns] : columns}
      rows={items}
    />
  );
  return {
    title,
    ...(list.pictures && { pictures: list.pictures }),
    ...(mayAct && { islands: ['lists'] as const }),
    body: (
      <>
        <PageHead title={title} action={action}>
          {list.about(at)}
        </PageHead>
        {list.below?.(at)}
        {after?.notice}
        {act && chosen.length === 0 && (
          <Notice tone="warning">Select at least one row, then choose again.</Notice>
        )}
        <Filters
          filters={[
            ...own,
            ...(choices ?? []),
            ...(more ?? []),
            ...days,
            ...order,
            ...(mayAct ? [ROWS] : []),
          ]}
          kept={[
            ...kept,
            ...(more === null ? NARROWING : []),
            ...(choices === null ? filtersToRead!.names : []),
          ]}
        />
        {(more === null || choices === null || shownNames?.unread) && <Unread at={at} title="Names" />}
        {by.choices !== null && <WhichCreator at={at} choices={by.choices} />}
        <Card flush>
          {items.length === 0 ? (
            isFiltered ? (
              (list.noneMatch?.(at) ?? (
                <NoneMatch title={`No ${title.toLowerCase()} match`} all={at.url.pathname} />
              ))
            ) : (
              <NoneYet at={at} list={title} {...(await list.none(at, shared))} />
            )
          ) : bulk ? (
            <BulkBar at={at} bulk={bulk} rows={items}>
              {table}
            </BulkBar>
          ) : (
            table
          )}
        </Card>
        <Pager next={nextCursor} />
        {list.exported && items.length > 0 && <ExportForm />}
      </>
    ),
  };
}

/** What stands for a list without records. @param list what it lists */
export function NoneYet({ at, list, title, icon, text, next }: None & { at: PlaceVisit; list: string }) {
  return (
    <EmptyState
      title={title ?? `No ${list.toLowerCase()} yet`}
      icon={icon}
      action={
        next && (
          <ButtonLink look="secondary" href={at.to(next.path)}>
            {next.label}
          </ButtonLink>
        )
      }
    >
      {text}
    </EmptyState>
  );
}
