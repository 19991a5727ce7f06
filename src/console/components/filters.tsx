// The filters of a list.
import { isSearchCut, MOST_SEARCHED } from '../visit.ts';
import { useVisit } from '../visit-context.ts';
import { Button, ButtonLink } from './button.tsx';
import type { Option } from './fields.tsx';
import { Icon } from './icon.tsx';
import { Notice } from './notice.tsx';

export type Filter = { name: string; label: string } & (
  | {
      kind?: 'select';
      /** The first option has an empty value and is the default. */
      options: readonly Option[];
    }
  | { kind: 'date' /** The value when the URL has none. */; initial?: string }
  | { kind: 'text'; placeholder?: string }
  /** Somebody whose name is written and whose ID is in the URL (see lists/narrowing.tsx). */
  | {
      kind: 'person';
      placeholder: string;
      chosen: { id: string; name: string } | null;
      /** A name that is no creator's, or several creators'. */
      typed: string | undefined;
    }
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

/** Says so where what is searched for is only the beginning of what the address has. */
export function SearchCut() {
  const { url } = useVisit();
  return isSearchCut(url) ? (
    <Notice tone="warning" title="The search is too long">
      It is cut to its first {MOST_SEARCHED} characters.
    </Notice>
  ) : null;
}

/**
 * Filters of a list. They are part of the URL, so a list can be bookmarked, sent and reopened. On phones they are behind a
 * button.
 */
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
  const set = held.length + filters.filter(({ name }) => at.query(name)).length;
  return (
    <>
      <details class="filters-opener">
        <summary class="button secondary">
          <Icon name="list" size={16} />
          <span>Filters{set > 0 && ` (${set})`}</span>
        </summary>
      </details>
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
        {set > 0 && (
          <ButtonLink look="quiet" href={at.url.pathname}>
            Clear
          </ButtonLink>
        )}
      </form>
      <SearchCut />
    </>
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
  if (filter.kind === 'person') return <PersonInput id={id} filter={filter} />;
  if (filter.kind === 'text')
    return (
      <input
        class="input"
        type="search"
        id={id}
        name={name}
        value={value}
        maxlength={MOST_SEARCHED}
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

/** The name is sent with the one that was shown, so the page knows whether another person is meant. */
function PersonInput({
  id,
  filter: { name, placeholder, chosen, typed },
}: {
  id: string;
  filter: Extract<Filter, { kind: 'person' }>;
}) {
  return (
    <>
      <input
        class="input"
        type="search"
        id={id}
        name="named"
        value={typed ?? chosen?.name}
        maxlength={MOST_SEARCHED}
        placeholder={placeholder}
      />
      {chosen && <input type="hidden" name={name} value={chosen.id} />}
      {chosen && <input type="hidden" name="was" value={chosen.name} />}
    </>
  );
}
