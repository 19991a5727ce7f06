// Form fields for typing, and selects.
import type { PropsWithChildren } from 'hono/jsx';
import { SECRET_FIELD } from '../forms.ts';
import type { Held } from '../moved.ts';
import { type FieldProps, inAnyCase, Mark, useField } from './form.tsx';
import { OtherValue, Was } from './seen.tsx';

/** The initial values of a field with a single value. */
const one = (value: string | number | null | undefined): string[] => (value == null ? [] : [String(value)]);

function Around({
  id,
  label,
  hint,
  error,
  required,
  name,
  held,
  words,
  children,
}: PropsWithChildren<
  { id: string; error: string | undefined; held?: Held; words?: (value: string) => string } & FieldProps
>) {
  return (
    <div class={error ? 'field wrong' : 'field'}>
      <label for={id}>
        {label}
        <Mark required={required} />
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {held && <OtherValue id={id} other={held.other} {...(words && { words })} />}
      {children}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {held && <Was name={name} was={held.was} />}
    </div>
  );
}

interface TextProps extends FieldProps {
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'search' | 'date' | 'datetime-local';
  value?: string | number | null;
  placeholder?: string;
  autocomplete?: string;
  inputmode?: 'numeric' | 'decimal' | 'email' | 'url';
  minlength?: number;
  maxlength?: number;
  step?: string;
  /** A regular expression that the whole value must match. */
  pattern?: string;
  min?: number | string;
  max?: number | string;
}

export function TextField({ name, label, hint, required, type = 'text', value, ...more }: TextProps) {
  const { id, error, held, aria } = useField(name, hint, one(value));
  // Secrets have to be typed again, because no page ever contains one.
  const secret = type === 'password' || more.autocomplete === 'one-time-code';
  const shown = secret ? undefined : held.shows[0];
  return (
    <Around
      id={id}
      name={name}
      label={label}
      hint={hint}
      error={error}
      required={required}
      {...(secret ? {} : { held })}
    >
      <input
        class="input"
        id={id}
        name={name}
        type={type}
        required={inAnyCase(required)}
        value={shown}
        {...more}
        {...aria}
      />
      {secret && <input type="hidden" name={SECRET_FIELD} value={name} />}
    </Around>
  );
}

/** For a code of an authenticator app or a recovery code, which has letters: no keyboard of digits alone. */
export function CodeField(props: Pick<FieldProps, 'name' | 'label' | 'hint'>) {
  return <TextField {...props} autocomplete="one-time-code" maxlength={20} required />;
}

/** @param accept media types. */
export function FileField({ name, label, hint, required, accept }: FieldProps & { accept: string }) {
  const { id, error, aria } = useField(name, hint, []);
  return (
    <Around id={id} name={name} label={label} hint={hint} error={error} required={required}>
      <input
        class="input"
        type="file"
        id={id}
        name={name}
        required={inAnyCase(required)}
        accept={accept}
        {...aria}
      />
    </Around>
  );
}

export function TextArea({
  name,
  label,
  hint,
  required,
  value,
  rows = 4,
  maxlength,
}: FieldProps & { value?: string | null; rows?: number; maxlength?: number }) {
  const { id, error, held, aria } = useField(name, hint, one(value));
  return (
    <Around id={id} name={name} label={label} hint={hint} error={error} required={required} held={held}>
      <textarea
        class="input"
        id={id}
        name={name}
        required={inAnyCase(required)}
        rows={rows}
        maxlength={maxlength}
        {...aria}
      >
        {held.shows[0] ?? ''}
      </textarea>
    </Around>
  );
}

export interface Option {
  value: string;
  label: string;
  hint?: string;
}

export function Select({
  name,
  label,
  hint,
  required,
  value,
  options,
}: FieldProps & { value?: string | null; options: readonly Option[] }) {
  const { id, error, held, aria } = useField(name, hint, one(value));
  const chosen = held.shows[0] ?? '';
  const words = (one: string) => options.find(({ value }) => value === one)?.label ?? one;
  // A select without an empty option is always filled, so it needs no mark.
  const always = options.every((option) => option.value !== '');
  return (
    <Around
      id={id}
      name={name}
      label={label}
      hint={hint}
      error={error}
      held={held}
      words={words}
      required={always || required}
    >
      <select class="input" id={id} name={name} required={inAnyCase(required)} {...aria}>
        {options.map((option) => (
          <option value={option.value} selected={option.value === chosen}>
            {option.label}
          </option>
        ))}
      </select>
    </Around>
  );
}
