// Fields without typing: radio buttons, checkboxes, or one checkbox.
import type { Option } from './fields.tsx';
import { type FieldProps, inAnyCase, Mark, useField } from './form.tsx';
import { OtherValue, Was } from './seen.tsx';

export function Checkbox({
  name,
  label,
  hint,
  value = 'on',
  checked,
}: FieldProps & { value?: string; checked?: boolean }) {
  const { id, error, held, aria } = useField(name, hint, checked ? [value] : []);
  const own = `${id}-${value}`.replace(/[^\w-]/g, '-');
  const on = held.shows.includes(value);
  return (
    <div class={error ? 'field check wrong' : 'field check'}>
      <input type="checkbox" id={own} name={name} value={value} checked={on} {...aria} />
      <div>
        <label for={own}>{label}</label>
        {hint && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
        <OtherValue id={id} other={held.other} words={() => 'Chosen'} />
        {error && (
          <p class="field-error" id={`${id}-error`}>
            {error}
          </p>
        )}
        <Was name={name} was={held.was} />
      </div>
    </div>
  );
}

/** One of several (`radio`), or any of them (`checkbox`). */
export function Choices({
  name,
  label,
  hint,
  required,
  kind = 'radio',
  many,
  chosen,
  options,
}: FieldProps & {
  kind?: 'radio' | 'checkbox';
  /** Set for lists that are too long for one column. */
  many?: boolean;
  chosen: readonly string[];
  options: readonly Option[];
}) {
  const { id, error, held, aria } = useField(name, hint, chosen);
  const words = (one: string) => options.find(({ value }) => value === one)?.label ?? one;
  return (
    <fieldset
      class={error ? 'field choices wrong' : 'field choices'}
      id={id}
      aria-describedby={aria['aria-describedby']}
    >
      <legend>
        {label}
        <Mark required={kind === 'radio' || required} />
      </legend>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <OtherValue id={id} other={held.other} words={words} />
      <div class={many ? 'choice-list many' : 'choice-list'}>
        {options.map((option) => (
          <label class="choice">
            <input
              type={kind}
              name={name}
              value={option.value}
              checked={held.shows.includes(option.value)}
              required={kind === 'radio' && inAnyCase(required)}
            />
            <span>
              <span class="choice-label">{option.label}</span>
              {option.hint && <span class="choice-hint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <Was name={name} was={held.was} />
    </fieldset>
  );
}
