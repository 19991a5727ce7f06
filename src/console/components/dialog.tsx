// Asks for confirmation before a destructive action. With scripts (or in browsers that support it natively)
// it is a native dialog; otherwise the link opens the same page with the dialog on it.
import type { PropsWithChildren } from 'hono/jsx';
import { Proof } from '../proof.tsx';
import { useVisit } from '../visit-context.ts';
import { Button, ButtonLink, type Look } from './button.tsx';
import { Form } from './form.tsx';

interface ConfirmProps {
  /** The page's action that it confirms. */
  action: string;
  /** Distinguishes rows; sent as `_id`. */
  id?: string;
  /** The label of the button that opens it. */
  label: string;
  /** The question with the object's name: "Revoke key Production?" */
  title: string;
  /** The label of the button that does it: "Revoke key". */
  confirm: string;
  /** The label of the button that does nothing, where "Cancel" could mean the act itself. */
  keep?: string;
  look?: Look;
  small?: boolean;
  /** The state of the record that the question is about, such as its version. */
  seen?: string | number;
  /** The names of the fields among its children; errors elsewhere are shown for the form as a whole. */
  has?: readonly string[];
  /** Whether the browser keeps what is typed: see Form. */
  draft?: boolean;
}

/** A button that asks for confirmation. The children explain the consequences, and may contain fields. */
export function Confirm({
  action,
  id,
  label,
  title,
  confirm,
  keep = 'Cancel',
  look = 'danger',
  small,
  has,
  seen,
  draft,
  children,
}: PropsWithChildren<ConfirmProps>) {
  const at = useVisit();
  const key = id === undefined ? action : `${action}-${id}`;
  const name = `ask-${key}`;
  const refused = at.form?.action === action && (id === undefined || at.form.input.raw('_id') === id);
  const query = new URLSearchParams(at.url.search);
  query.delete('ask');
  const close = at.url.pathname + (query.size > 0 ? `?${query}` : '');
  query.set('ask', key);
  return (
    <>
      <a
        class={`button ${look === 'danger' ? 'secondary danger-text' : look}${small ? ' small' : ''}`}
        href={`${at.url.pathname}?${query}`}
        data-opens={name}
      >
        <span>{label}</span>
        {id !== undefined && <span class="only-heard">: {title}</span>}
      </a>
      <dialog
        class="dialog"
        id={name}
        aria-labelledby={`${name}-title`}
        open={at.query('ask') === key || refused}
      >
        <h2 id={`${name}-title`}>{title}</h2>
        <Form
          action={action}
          {...(id !== undefined && { id })}
          {...(has && { has })}
          {...(seen !== undefined && { seen })}
          {...(draft && { draft })}
        >
          <div class="dialog-text">
            {children}
            <Proof action={action} />
          </div>
          <div class="buttons end">
            <ButtonLink look="secondary" href={close}>
              {keep}
            </ButtonLink>
            <Button look={look}>{confirm}</Button>
          </div>
        </Form>
      </dialog>
    </>
  );
}
