// The form around a list in which rows are selected, with the buttons of what can be done with them.
import type { PropsWithChildren } from 'hono/jsx';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/table.tsx';
import type { PlaceVisit } from '../../visit.ts';
import type { Bulk } from './bulk.tsx';
import { ACT_FIELD, CHOSEN_FIELD, listQueryOf } from './selection.ts';

const canBeChosen = <T,>({ acts }: Bulk<T>, row: T) => acts.some(({ fits }) => fits(row));

/** Sending it opens the question; nothing is done by it. */
export function BulkBar<T>({
  at,
  bulk,
  rows,
  children,
}: PropsWithChildren<{ at: PlaceVisit; bulk: Bulk<T>; rows: readonly T[] }>) {
  const acts = bulk.acts.filter(({ fits }) => rows.some(fits));
  if (acts.length === 0) return <>{children}</>;
  const refused = bulk.refused(at);
  return (
    <form method="get" action={at.url.pathname} class="bulk" data-bulk>
      {listQueryOf(at).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <div class="bulk-bar">
        {refused === null ? (
          <span class="quiet" data-bulk-count role="status">
            With selected:
          </span>
        ) : (
          <span class="quiet" id="bulk-refused">
            {refused}
          </span>
        )}
        {acts.map(({ name, label, button = label }) => (
          <Button look="secondary" small name={ACT_FIELD} value={name} disabled={refused !== null}>
            {button}
          </Button>
        ))}
      </div>
      {children}
    </form>
  );
}

/** The first column: a box for each row that something can be done with. */
export function pickColumn<T extends { id: string }>({
  bulk,
  chosen,
  nameOf,
}: {
  bulk: Bulk<T>;
  chosen: readonly string[];
  nameOf: (row: T) => string;
}): Column<T> {
  return {
    label: 'Select',
    picks: true,
    head: (
      <label class="pick">
        <input type="checkbox" data-bulk-all hidden />
        <span class="only-heard">Select all rows</span>
      </label>
    ),
    cell: (row) =>
      canBeChosen(bulk, row) && (
        <label class="pick">
          <input type="checkbox" name={CHOSEN_FIELD} value={row.id} checked={chosen.includes(row.id)} />
          <span class="only-heard">Select {nameOf(row)}</span>
        </label>
      ),
  };
}
