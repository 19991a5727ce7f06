// What a form sent, with the pages' own fields separated from what a person filled in.
import { isTokenOf } from './csrf.ts';
import { ACTION_FIELD, FormInput, KEPT_FIELD, ONCE_FIELD, readForm, TOKEN_FIELD } from './forms.ts';
import { markIn } from './kept-form.ts';
import { isMark, kindOf } from './made-for.ts';
import type { ConsolePage } from './page.ts';
import type { Visit } from './visit.ts';

/** The form's showing, as Form writes it. */
const SHOWING = /^req_[0-9a-z]{26}$/;

/** What the browser calls the draft of a form (islands/drafts.ts). */
const DRAFT = /^[0-9a-f-]{36}$/;

export interface Posted {
  action: string;
  input: FormInput;
  /**
   * Whether the service gave this form to this browser, or the page's address is proof enough. On a page whose forms are for one person, the form
   * must also carry our mark of the person it was made for.
   */
  trusted: boolean;
  /**
   * The person that it, or the form that it carries, was made for; null for a public form, and for a mark
   * that is not ours.
   */
  mark: string | null;
  /** What the browser calls the draft that it keeps of the form; null if it keeps none. */
  draft: string | null;
  /** The showing of the form that was sent. */
  showing: string | null;
  /**
   * The kept form of another page (if this page carries it along) or of this page (once the person has signed
   * in again).
   */
  kept: string | null;
}

/** Throws unsupported_media_type, payload_too_large. */
export async function readPost(visit: Visit, page: ConsolePage): Promise<Posted> {
  const { fields, files } = await readForm(visit.request, page.fileBytes);
  const input = new FormInput(fields, files);
  const [token = '', said] = (fields.get(TOKEN_FIELD) ?? '').split('.');
  const own = said !== undefined && isMark(visit.vars.SEALING_KEYS, said, kindOf(page)) ? said : null;
  const showing = input.text(ONCE_FIELD);
  const kept = input.raw(KEPT_FIELD) || null;
  const draft = input.raw('_draft');
  const anybodys = page.for === 'anybody' && said === undefined;
  return {
    action: fields.get(ACTION_FIELD) ?? page.byLink ?? '',
    input,
    trusted: page.byLink !== undefined || (isTokenOf(visit.request, token) && (own !== null || anybodys)),
    mark: kept !== null && !page.carries ? markIn(visit, kept, kindOf(page)) : own,
    draft: DRAFT.test(draft) ? draft : null,
    showing: SHOWING.test(showing) ? showing : null,
    kept,
  };
}

/** The same value every time one showing of a form is sent. */
export const onceOf = ({ showing, action, input }: Posted): string | null =>
  showing === null ? null : `${showing} ${action} ${input.text('_id')}`;
