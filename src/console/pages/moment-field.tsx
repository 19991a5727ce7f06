// A moment in UTC, to the minute.
import { TextField } from '../components/fields.tsx';
import type { FormInput } from '../forms.ts';

export function MomentField({
  name,
  label,
  at = null,
  hint,
}: {
  name: string;
  label: string;
  at?: string | null;
  hint?: string;
}) {
  const value = at?.slice(0, 16) ?? null;
  return <TextField name={name} label={label} type="datetime-local" value={value} hint={hint} />;
}

/** The moment that was filled in. @param before what the form showed: if it was not touched, it keeps its seconds. */
export function momentOf(form: FormInput, name: string, before: string | null = null): string | null {
  const text = form.orNull(name);
  if (text === null) return null;
  return before?.slice(0, 16) === text ? before : `${text}:00Z`;
}
