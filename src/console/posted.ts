// What a form sent, with the pages' own fields told apart from what a person filled in.
import { isTokenOf } from './csrf.ts';
import { ACTION_FIELD, FormInput, KEPT_FIELD, ONCE_FIELD, readForm, TOKEN_FIELD } from './forms.ts';
import { markIn } from './kept-form.ts';
import { isMark, kindOf } from './made-for.ts';
import type { ConsolePage } from './page.ts';
import type { Visit } from './visit.ts';

/** What Form writes: the showing of the form. */
const SHOWING = /^req_[0-9a-z]{26}$/;

export interface Posted {
  action: string;
  input: FormInput;
  /** Whether it is a form that this browser was given, for a person where the page has forms of persons. */
  trusted: boolean;
  /** Whom it was made for, or what it brings along; null for anybody's, and for a mark that is not ours. */
  mark: string | null;
  /** The showing of the form. */
  showing: string | null;
  /** A form of another page (where this one carries it), or of this one (where the person has signed in again). */
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
  const anybodys = page.for === 'anybody' && said === undefined;
  return {
    action: fields.get(ACTION_FIELD) ?? '',
    input,
    trusted: isTokenOf(visit.request, token) && (own !== null || anybodys),
    mark: kept !== null && !page.carries ? markIn(visit, kept, kindOf(page)) : own,
    showing: SHOWING.test(showing) ? showing : null,
    kept,
  };
}

/** What is the same each time when one showing of a form is sent. */
export const onceOf = ({ showing, action, input }: Posted): string | null =>
  showing === null ? null : `${showing} ${action} ${input.text('_id')}`;
