// What a form says of a record that was changed since its person opened it.
import type { PropsWithChildren } from 'hono/jsx';
import { type FormState, WAS_FIELD } from '../forms.ts';
import type { Held } from '../moved.ts';
import { Notice } from './notice.tsx';

/** Brings along what a field held when its person saw it. */
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

/** Stands at a field that was changed. @param words what a value is called. */
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
  const value = other.values.map(words).join(', ') || 'Nothing';
  return (
    <p class="field-changed" id={`${id}-changed`}>
      {other.taken ? 'Changed since you opened this. Before: ' : 'Also changed meanwhile, to: '}
      <span class="field-changed-value">{value}</span>
    </p>
  );
}

/** Above a form whose record was changed since its person opened it. */
export function MovedNotice() {
  return (
    <div data-moved tabindex={-1}>
      <Notice tone="warning" title="Nothing was done yet: this changed since you opened it">
        You see it now as it is, with what you filled in. Check it, then send it again.
      </Notice>
    </div>
  );
}

/** A page whose record moved on so far that the form that was refused is not on it any more. */
export function WithoutForm({ form, children }: PropsWithChildren<{ form: FormState }>) {
  const { moved, message, errors } = form;
  return (
    <>
      <Notice tone="danger" title="Nothing was done">
        {moved ? 'This changed since you opened it.' : (message ?? [...errors.values()].join(' '))}
      </Notice>
      {children}
    </>
  );
}
