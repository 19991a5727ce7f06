// A form and the state of its fields: what was typed before it was refused, and the errors.
import { createContext, type PropsWithChildren, useContext } from 'hono/jsx';
import { formToken } from '../csrf.ts';
import { languageOf } from '../embed-window.ts';
import {
  ACTION_FIELD,
  ENTER_FIELD,
  type FormInput,
  type FormState,
  KEPT_FIELD,
  ONCE_FIELD,
  PROOF_FIELD,
  SEEN_FIELD,
  TOKEN_FIELD,
} from '../forms.ts';
import { heldIn } from '../moved.ts';
import { windowTexts } from '../pages/embeds/window-texts.ts';
import { useVisit } from '../visit-context.ts';
import { Notice } from './notice.tsx';
import { MovedNotice, Was } from './seen.tsx';

interface FormScope {
  /** Makes the IDs of fields unique on a page with several forms. */
  id: string;
  state: FormState | null;
  /** Whether the form sends the state of the record that the person saw. */
  watched: boolean;
}

const FormContext = createContext<FormScope>({ id: 'f', state: null, watched: false });

/**
 * A form of this page. `action` is one of the page's actions.
 * @param id distinguishes forms of one action, such as one in each row; it is sent as `_id`.
 * @param enters the label of the button that Enter presses, if another button comes first: `Create API key`.
 * @param files whether it sends a file: the page sets the maximum size (`fileBytes`).
 * @param has the names of its fields; errors elsewhere are shown for the form as a whole.
 * @param seen the state of the record that the page shows, such as its version. The form sends that state and
 * the values that its fields had then.
 * @param draft whether the browser keeps what is typed (islands/drafts.ts): for long forms without secrets or bank data.
 */
export function Form({
  action,
  id,
  inline,
  enters,
  files,
  has,
  seen,
  draft,
  children,
}: PropsWithChildren<{
  action: string;
  id?: string;
  inline?: boolean;
  enters?: string;
  files?: boolean;
  has?: readonly string[];
  seen?: string | number;
  draft?: boolean;
}>) {
  const at = useVisit();
  const sent = at.form?.action === action && (id === undefined || at.form.input.raw('_id') === id);
  const state = sent ? at.form : null;
  const elsewhere =
    has && state ? [...state.errors].filter(([name]) => name !== PROOF_FIELD && !has.includes(name)) : [];
  const mark = at.mark();
  const watched = seen !== undefined;
  if (state) state.shown = true;
  return (
    <FormContext.Provider value={{ id: id ? `${action}-${id}` : action, state, watched }}>
      <form
        method="post"
        action={at.url.pathname + at.url.search}
        class={inline ? 'form inline' : 'form'}
        enctype={files ? 'multipart/form-data' : undefined}
        data-back={draft && state ? 'true' : undefined}
        data-draft={draft && mark !== null ? `${mark.slice(0, 16)} ${action}` : undefined}
      >
        <input
          type="hidden"
          name={TOKEN_FIELD}
          value={formToken(at.browser()) + (mark === null ? '' : `.${mark}`)}
        />
        <input type="hidden" name={ACTION_FIELD} value={action} />
        <input type="hidden" name={ONCE_FIELD} value={at.showing} />
        {id !== undefined && <input type="hidden" name="_id" value={id} />}
        {watched && (
          <input
            type="hidden"
            name={SEEN_FIELD}
            value={state && !state.moved ? state.input.raw(SEEN_FIELD) : String(seen)}
          />
        )}
        {at.kept !== null && <input type="hidden" name={KEPT_FIELD} value={at.kept} />}
        {enters !== undefined && (
          <button type="submit" name={ENTER_FIELD} value="1" hidden>
            {enters}
          </button>
        )}
        {state?.kept && <KeptNotice left={state.kept.left} />}
        {state?.moved && watched && <MovedNotice />}
        {state?.message && !(state.moved && watched) && <Notice tone="danger">{state.message}</Notice>}
        {elsewhere.length > 0 && (
          <Notice tone="danger" title="Fix the following">
            <ul>
              {elsewhere.map(([name, message]) => (
                <li>
                  {placeWords(name)}: {message}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {state && state.errors.size > elsewhere.length && (
          <Notice tone="danger">{windowTexts(languageOf(at.request)).fix}</Notice>
        )}
        {children}
      </form>
    </FormContext.Provider>
  );
}

/** The notice above a form that was filled in before its person had to sign in again. */
function KeptNotice({ left }: { left: boolean }) {
  return (
    <div data-kept tabindex={-1}>
      <Notice title="Not sent yet">
        You had to sign in first. Check the form, then send it.
        {left && ' Passwords, codes and files are not kept: enter them again.'}
      </Notice>
    </div>
  );
}

/** budget.billingLimit: Budget, billing limit. */
export function placeWords(name: string): string {
  const text = name.replaceAll('.', ', ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export interface FieldProps {
  name: string;
  label: string;
  /** What to enter, or what it does. */
  hint?: string;
  /** Whether it is required. A text says when: "required for brands". */
  required?: boolean | string;
}

/** The label marks optional fields; a field without a mark is required. */
export function Mark({ required }: Pick<FieldProps, 'required'>) {
  if (required === true) return null;
  return <span class="optional"> ({required || 'optional'})</span>;
}

/** True when the browser should not submit the form while this field is empty. */
export const inAnyCase = (required: FieldProps['required']): boolean => required === true;

/** What the form around was sent with, if it is shown again; otherwise null. */
export const useTyped = (): FormInput | null => useContext(FormContext).state?.input ?? null;

/**
 * Everything that a field shows: its value, its error, how the record changed meanwhile, and the IDs that
 * connect them.
 * @param now the record's value, or several for choices.
 */
export function useField(name: string, hint: string | undefined, now: readonly string[]) {
  const { id: form, state, watched } = useContext(FormContext);
  const id = `${form}-${name}`.replace(/[^\w-]/g, '-');
  const error = state?.errors.get(name);
  const held = heldIn(state, name, now, watched);
  const lines = [error && `${id}-error`, held.other && `${id}-changed`, hint && `${id}-hint`];
  const described = lines.filter(Boolean).join(' ') || undefined;
  return {
    id,
    error,
    held,
    aria: { 'aria-invalid': error ? ('true' as const) : undefined, 'aria-describedby': described },
  };
}

/**
 * A fact that the person agrees to by sending the form. The form points it out if it changed after the form
 * was opened.
 */
export function Seen({ name, now }: { name: string; now: string }) {
  const { state } = useContext(FormContext);
  const before = state?.input.was(name)?.join('') ?? now;
  return (
    <>
      {state?.moved && before !== now && (
        <p class="field-changed">
          {name} changed from <span class="field-changed-value">{before}</span> to{' '}
          <span class="field-changed-value">{now}</span>.
        </p>
      )}
      <Was name={name} was={[state?.moved ? now : before]} />
    </>
  );
}

/** A value that is sent with the form and cannot be edited. */
export function Hidden({ name, value }: { name: string; value: string }) {
  return <input type="hidden" name={name} value={value} />;
}
