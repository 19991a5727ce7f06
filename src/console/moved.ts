// Merges a field of a form with a record that changed after the form was opened: from the value then, the
// value now, and the value that the person typed.
import type { FormState } from './forms.ts';

export interface Held {
  /** What the field shows: one value, or several that are chosen. */
  shows: readonly string[];
  /** The value when its person saw it; null for a form that does not send the state of its record. */
  was: readonly string[] | null;
  /**
   * The value that the field does not show: the previous one (`taken`), or the current one. Null when it did
   * not change.
   */
  other: { values: readonly string[]; taken: boolean } | null;
}

/**
 * @param now the record's value.
 * @param watched whether the form sends the state of the record that its person saw.
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
  // A field that the person did not change takes the record's new value; what the person typed stays.
  const taken = was !== null && same(typed, was);
  const changed = was !== null && !same(now, was) && (taken || !same(now, typed));
  return {
    shows: taken ? now : typed,
    was: watched ? now : null,
    other: changed ? { values: taken ? was : now, taken } : null,
  };
}

/** Browsers send line breaks as CR LF. */
const plain = (values: readonly string[]): string =>
  JSON.stringify(
    values
      .map((value) => value.replace(/\r\n?/g, '\n').trim())
      .filter((value) => value !== '')
      .toSorted(),
  );

const same = (one: readonly string[], other: readonly string[]): boolean => plain(one) === plain(other);
