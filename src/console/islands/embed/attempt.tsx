// How a component of the frame tries what may be refused, and what it shows where that failed.
import { useState } from 'hono/jsx/dom';
import { Refused } from '../refused.ts';
import type { Workplace } from './parts.tsx';
import type { Language, TextName } from './texts.ts';

const BY_REASON: ReadonlySet<string> = new Set<TextName>([
  'program_not_open',
  'program_full',
  'creator_paused',
  'unsupported_type',
  'broken_file',
  'too_complex',
  'upload_expired',
  'file_changed',
  'too_many_uploads',
  'agreements_required',
  'application_not_approved',
  'not_agreed',
  'submission_limit',
  'work_not_new',
  'product_archived',
  'cannot_send',
  'no_relationship',
]);

/** What a refusal says to people. */
export function wordsOf(error: unknown): TextName {
  if (!(error instanceof Refused)) return 'offline';
  if (error.reason !== null && BY_REASON.has(error.reason)) return error.reason as TextName;
  if (error.status === 409) return 'changed';
  if (error.status === 429) return 'busy';
  return error.status === 403 ? 'denied' : 'error';
}

export interface Attempting {
  /** Why the last attempt failed. */
  wrong: TextName | null;
  setWrong(wrong: TextName | null): void;
  /** Whether one is under way. */
  busy: boolean;
  /** @returns whether it was done. */
  attempt(act: () => Promise<unknown>): Promise<boolean>;
  /** Takes what failed by another way. */
  failed(error: unknown): void;
}

/** @param words says other things of some refusals. */
export function useAttempt(at: Workplace, words: (error: unknown) => TextName = wordsOf): Attempting {
  const [wrong, setWrong] = useState<TextName | null>(null);
  const [busy, setBusy] = useState(false);
  const failed = (error: unknown) => {
    if (!at.stop(error)) setWrong(words(error));
  };
  const attempt = async (act: () => Promise<unknown>) => {
    setWrong(null);
    setBusy(true);
    try {
      await act();
      return true;
    } catch (error) {
      failed(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { wrong, setWrong, busy, attempt, failed };
}

interface WrongProps {
  language: Language;
  wrong: TextName | null;
  id?: string;
}

export function Wrong({ language, wrong, id }: WrongProps) {
  if (!wrong) return null;
  return (
    <p id={id} role="alert" class="wrong">
      {language.text(wrong)}
    </p>
  );
}

interface AgainProps {
  language: Language;
  wrong: TextName;
  again: () => void;
}

export function Again({ language, wrong, again }: AgainProps) {
  return (
    <section class="notice" role="alert">
      <p>{language.text(wrong)}</p>
      <button type="button" onClick={again}>
        {language.text('again')}
      </button>
    </section>
  );
}

/** What stands in place of a view that has not been read yet. */
export function Loading({ language, wrong, again }: Omit<AgainProps, 'wrong'> & { wrong: TextName | null }) {
  if (wrong) return <Again language={language} wrong={wrong} again={again} />;
  return <p role="status">{language.text('loading')}</p>;
}

interface MoreProps {
  language: Language;
  /** Null at the end of the list. */
  cursor: string | null;
  more: () => void;
}

export function More({ language, cursor, more }: MoreProps) {
  if (cursor === null) return null;
  return (
    <button type="button" class="secondary" onClick={more}>
      {language.text('more')}
    </button>
  );
}
