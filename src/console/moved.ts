// A field of a form whose record somebody else may change meanwhile: what it held when its person saw it, what it holds now,
// and what the person made of it.
import type { FormState } from './forms.ts';

export interface Held {
  /** What the field shows: one value, or several that are chosen. */
  shows: readonly string[];
  /** What it held when its person saw it; null where nothing depends on that. */
  was: readonly string[] | null;
  /** What was changed meanwhile: the value that the person does not see in the field. Null where there is no such. */
  other: { values: readonly string[]; taken: boolean } | null;
}

/**
 * @param now what the record holds.
 * @param watched whether the form carries the state of the record that its person saw.
 */
export function heldIn(
  state: FormState | null,
  name: string,
  now: readonly string[],
  watched: boolean,
): Held {
  if (!state) return { shows: now, was: watched ? now : null, other: null };
  const { input, moved } = state;
  const [typed, was] = [input.all(name), watched ? input.was(name) : null];
  if (!moved) return { shows: typed, was, other: null };
  // What nobody touched here is taken over as it is now; what was typed stays.
  const taken = was !== null && same(typed, was);
  const changed = was !== null && !same(now, was) && (taken || !same(now, typed));
  return {
    shows: taken ? now : typed,
    was: watched ? now : null,
    other: changed ? { values: taken ? was : now, taken } : null,
  };
}

/** Browsers send line breaks in a way of their own. */
const plain = (values: readonly string[]): string =>
  JSON.stringify(
    values
      .map((value) => value.replace(/\r\n?/g, '\n').trim())
      .filter((value) => value !== '')
      .toSorted(),
  );

const same = (one: readonly string[], other: readonly string[]): boolean => plain(one) === plain(other);
