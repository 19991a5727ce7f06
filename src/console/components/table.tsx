// Tables, which become cards on narrow screens, and the pager of lists.
import type { Child, PropsWithChildren } from 'hono/jsx';
import { useVisit } from '../visit-context.ts';
import { ButtonLink } from './button.tsx';

export interface Column<T> {
  label: string;
  /** Money and counts are aligned to the right. */
  numeric?: boolean;
  /** The column that names the row, and becomes the card's title on phones. At most one. */
  main?: boolean;
  /** A column with only buttons: its label is hidden. */
  actions?: boolean;
  /** A column of boxes that select rows. */
  picks?: boolean;
  /** The column that comes right after the row's name on phones, such as its status or amount. */
  first?: boolean;
  /** What its head shows instead of the label. */
  head?: Child;
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
                {column.head ??
                  (column.actions ? <span class="only-heard">{column.label}</span> : column.label)}
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

function cellClass<T>({ numeric, main, actions, picks, first }: Column<T>): string | undefined {
  const classes = [
    numeric && 'numeric',
    main && 'main',
    actions && 'actions',
    picks && 'picks',
    first && 'first',
  ];
  return classes.filter(Boolean).join(' ') || undefined;
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
