// A form that could not be carried out because its person was no longer signed in. It is stored only in the
// response: sealed in a hidden field, which the browser sends along through the sign-in. It can be opened for
// a day, by the person that it was made for, in the same browser and at the same URL; and it only fills the
// form in again.
import { openSealed, seal } from '../kit/sealed.ts';
import { DAY_MS } from '../kit/time.ts';
import {
  ACTION_FIELD,
  ENTER_FIELD,
  FormInput,
  KEPT_FIELD,
  MOST_KEPT,
  ONCE_FIELD,
  SECRET_FIELD,
  TOKEN_FIELD,
} from './forms.ts';
import { type FormKind, isMark } from './made-for.ts';
import type { Visit } from './visit.ts';

const KEPT_MS = DAY_MS;
const FORM = /^([0-9a-f]{64})\.([A-Za-z0-9._-]+)$/;

/**
 * The pages' own fields that belong to one showing. The others say which form it was, and what was searched
 * for in it.
 */
const OF_A_SHOWING = [TOKEN_FIELD, ONCE_FIELD, KEPT_FIELD, SECRET_FIELD, ENTER_FIELD];

interface Filled {
  action: string;
  input: FormInput;
  /**
   * The form's own key, so that a form that took effect although its response was lost does not take effect
   * again.
   */
  showing: string | null;
}

interface Content {
  since: number;
  showing: string | null;
  /** Whether something was left out that has to be entered again. */
  left: boolean;
  fields: [string, string][];
}

/**
 * Seals a form without its passwords, codes and files. Null when the deployment has no sealing keys, or when
 * the content is larger than any form of ours.
 */
export async function keepForm(at: Visit, mark: string, { input, showing }: Filled): Promise<string | null> {
  if (at.vars.SEALING_KEYS.size === 0) return null;
  const secrets = input.all(SECRET_FIELD);
  const fields = input.entries().filter(([name]) => !OF_A_SHOWING.includes(name) && !secrets.includes(name));
  const content: Content = { since: at.now, showing, left: secrets.length > 0 || input.hasFiles, fields };
  const sealed = await seal(at.vars.SEALING_KEYS, JSON.stringify(content), about(at, mark));
  const kept = `${mark}.${sealed}`;
  return kept.length > MOST_KEPT ? null : kept;
}

/** This page's kept form; null if it was tampered with, is too old, or belongs to another page or browser. */
export async function openKept(at: Visit, kept: string): Promise<(Filled & Pick<Content, 'left'>) | null> {
  const [, mark, sealed] = FORM.exec(kept) ?? [];
  if (mark === undefined || sealed === undefined) return null;
  const text = await openSealed(at.vars.SEALING_KEYS, sealed, about(at, mark)).catch(() => null);
  if (text === null) return null;
  const { since, showing, left, fields } = JSON.parse(text) as Content;
  if (at.now - since > KEPT_MS) return null;
  const input = new FormInput(new URLSearchParams(fields));
  return { action: input.raw(ACTION_FIELD), input, showing, left };
}

/** The mark of the person that a kept form was made for; null for a mark that is not ours. */
export function markIn(at: Visit, kept: string, kind: FormKind): string | null {
  const [, mark] = FORM.exec(kept) ?? [];
  return mark !== undefined && isMark(at.vars.SEALING_KEYS, mark, kind) ? mark : null;
}

const about = (at: Visit, mark: string) => ['form', mark, at.browser(), at.url.pathname + at.url.search];
