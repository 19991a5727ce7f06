// Tables, which become cards on narrow screens, and the filters and pager of lists.
import type { Child, PropsWithChildren } from 'hono/jsx';
import { useVisit } from '../visit-context.ts';
import { Button, ButtonLink } from './button.tsx';
import type { Option } from './fields.tsx';

export interface Column<T> {
  label: string;
  /** Money and counts are aligned to the right. */
  numeric?: boolean;
  /** The column that names the row, and becomes the card's title on phones. At most one. */
  main?: boolean;
  /** A column with only buttons: its label is hidden. */
  actions?: boolean;
  cell: (row: T) => Child;
}

/** The ARIA roles restore what CSS removes when rows become cards. */
export function Table<T>({
  label,
  columns,
  rows,
}: {
  /** What the table lists, for people who do not see its heading. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
}) {
  return (
    <div class="table-box">
      <table class="table" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th scope="col" role="columnheader" class={cellClass(column)}>
                {column.actions ? <span class="only-heard">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row">
              {columns.map((column) => (
                <td role="cell" class={cellClass(column)} data-label={column.label}>
                  <div class="cell">{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellClass<T>({ numeric, main, actions }: Column<T>): string | undefined {
  return [numeric && 'numeric', main && 'main', actions && 'actions'].filter(Boolean).join(' ') || undefined;
}

/** Two lines of a cell: the main value, and details below it. */
export function TwoLines({ href, title, children }: PropsWithChildren<{ href?: string; title: Child }>) {
  return (
    <span class="two-lines">
      {href ? <a href={href}>{title}</a> : <span class="two-lines-title">{title}</span>}
      {children && <span class="quiet">{children}</span>}
    </span>
  );
}

export type Filter = { name: string; label: string } & (
  | {
      kind?: 'select';
      /** The first option has an empty value and is the default. */
      options: readonly Option[];
    }
  | { kind: 'date' /** The value when the URL has none. */; initial?: string }
  | { kind: 'text'; placeholder?: string }
  /** Any of them, one after another in the URL. */
  | { kind: 'any'; options: readonly Option[]; chosen: readonly string[] }
);

/** A filter by one of several values. @param all what the choice of all of them is called. */
export const filterBy = <T extends string>(
  name: string,
  label: string,
  all: string,
  values: readonly T[],
  nameOf: (value: T) => string,
): Filter => ({
  name,
  label,
  options: [{ value: '', label: all }, ...values.map((value) => ({ value, label: nameOf(value) }))],
});

/** Filters of a list. They are part of the URL, so a list can be bookmarked, sent and reopened. */
export function Filters({
  filters,
  kept = [],
}: {
  filters: readonly Filter[];
  /** Names of values in the URL that stay as they are, without an input. */
  kept?: readonly string[];
}) {
  const at = useVisit();
  const held = Object.entries(at.given(...kept));
  const set = held.length > 0 || filters.some(({ name }) => at.query(name));
  return (
    <form method="get" action={at.url.pathname} class="filters" aria-label="Filters">
      {filters.map((filter) =>
        filter.kind === 'any' ? (
          <AnyOf {...filter} />
        ) : (
          <div class="filter">
            <label for={`filter-${filter.name}`}>{filter.label}</label>
            <FilterInput filter={filter} value={at.query(filter.name) ?? ''} />
          </div>
        ),
      )}
      {held.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Button look="secondary">Apply</Button>
      {set && (
        <ButtonLink look="quiet" href={at.url.pathname}>
          Clear
        </ButtonLink>
      )}
    </form>
  );
}

function AnyOf({ name, label, options, chosen }: Extract<Filter, { kind: 'any' }>) {
  return (
    <fieldset class="filter any">
      <legend>{label}</legend>
      {options.map((option) => (
        <label class="choice">
          <input type="checkbox" name={name} value={option.value} checked={chosen.includes(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function FilterInput({ filter, value }: { filter: Exclude<Filter, { kind: 'any' }>; value: string }) {
  const { name } = filter;
  const id = `filter-${name}`;
  if (filter.kind === 'text')
    return (
      <input
        class="input"
        type="search"
        id={id}
        name={name}
        value={value}
        maxlength={200}
        placeholder={filter.placeholder}
      />
    );
  if (filter.kind === 'date')
    return <input class="input" type="date" id={id} name={name} value={value || filter.initial} />;
  return (
    <select class="input" id={id} name={name}>
      {filter.options.map((option) => (
        <option value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** The link to the next page of a list, with its filters kept. */
export function Pager({ next }: { next: string | null }) {
  const at = useVisit();
  const here = at.query('cursor');
  if (!next && !here) return null;
  const withCursor = (cursor: string | null) => {
    const query = new URLSearchParams(at.url.search);
    query.delete('cursor');
    if (cursor) query.set('cursor', cursor);
    const text = query.toString();
    return at.url.pathname + (text && `?${text}`);
  };
  return (
    <nav class="pager" aria-label="Pages of the list">
      {here ? (
        <ButtonLink look="secondary" href={withCursor(null)}>
          Back to the first page
        </ButtonLink>
      ) : (
        <span />
      )}
      {next && (
        <ButtonLink look="secondary" href={withCursor(next)}>
          Next page
        </ButtonLink>
      )}
    </nav>
  );
}
