// What a form shows about a record that changed after the form was opened.
import type { PropsWithChildren } from 'hono/jsx';
import { type FormState, WAS_FIELD } from '../forms.ts';
import type { Held } from '../moved.ts';
import { Notice } from './notice.tsx';

/** Sends the value that a field had when the person saw it. */
export function Was({ name, was }: { name: string; was: Held['was'] }) {
  if (was === null) return null;
  const values = was.length > 0 ? was : [''];
  return (
    <>
      {values.map((value) => (
        <input type="hidden" name={WAS_FIELD} value={`${name}=${value}`} />
      ))}
    </>
  );
}

/** The line below a field whose value changed. @param words the label of a value. */
export function OtherValue({
  id,
  other,
  words = (value) => value,
}: {
  id: string;
  other: Held['other'];
  words?: (value: string) => string;
}) {
  if (other === null) return null;
  const value = other.values.map(words).join(', ') || 'None';
  return (
    <p class="field-changed" id={`${id}-changed`}>
      {other.taken
        ? 'Updated since you opened this. Previous value: '
        : 'Changed since you opened this. Current value: '}
      <span class="field-changed-value">{value}</span>
    </p>
  );
}

/** The notice above a form whose record changed after the form was opened. */
export function MovedNotice() {
  return (
    <div data-moved tabindex={-1}>
      <Notice tone="warning" title="Not saved: this changed since you opened it">
        The form shows the current values and your changes. Review it and submit it again.
      </Notice>
    </div>
  );
}

/** The page after a refused form that it no longer has, because its record has moved on. */
export function WithoutForm({ form, children }: PropsWithChildren<{ form: FormState }>) {
  const { moved, message, errors } = form;
  return (
    <>
      <Notice tone="danger" title="Nothing was changed">
        {moved ? 'This changed since you opened it.' : (message ?? [...errors.values()].join(' '))}
      </Notice>
      {children}
    </>
  );
}
