// Asking before something is destroyed. With scripts (or a browser that knows them) a native dialog; without, the link
// leads to the same page with the dialog open on it.
import type { PropsWithChildren } from 'hono/jsx';
import { useVisit } from '../visit-context.ts';
import { Button, ButtonLink, type Look } from './button.tsx';
import { Form } from './form.tsx';

interface ConfirmProps {
  /** The page's action that it asks about. */
  action: string;
  /** Tells rows apart; sent as `_id`. */
  id?: string;
  /** The label of the button that opens it. */
  label: string;
  /** Names the object: "Revoke key Production?" */
  title: string;
  /** The label of the button that does it: "Revoke key". */
  confirm: string;
  look?: Look;
  small?: boolean;
  /** Which state of its record the question is about, such as a version. */
  seen?: string | number;
  /** The names of fields among its children, where something may be wrong elsewhere. */
  has?: readonly string[];
}

/** A button with a question behind it. The children say what comes of it, and may hold fields. */
export function Confirm({
  action,
  id,
  label,
  title,
  confirm,
  look = 'danger',
  small,
  has,
  seen,
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
        >
          <div class="dialog-text">{children}</div>
          <div class="buttons end">
            <ButtonLink look="secondary" href={close}>
              Cancel
            </ButtonLink>
            <Button look={look}>{confirm}</Button>
          </div>
        </Form>
      </dialog>
    </>
  );
}
