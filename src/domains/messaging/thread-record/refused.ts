// A refusal of a thread's object, as the API answers it.
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { versionConflict } from '../../../resource/version.ts';
import type { Outcome, Refusal } from '../thread-log/change.ts';

/** The same for a block, an end and a bar: who is refused learns no more than that. */
export const cannotSend = () => rejected('cannot_send', 'Nothing can be written in this thread now.');

/** What a change came to. Throws what the object refused. */
export function resultOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw refused(outcome.refusal);
}

function refused({ reason, version, retryAfter }: Refusal): AppError {
  switch (reason) {
    case 'not_found':
      return notFound('message');
    case 'not_own':
      return new AppError('permission_denied', 'Only its sender changes a message.');
    case 'deleted':
      return new AppError('conflict', 'The message was deleted.');
    case 'stale':
      return versionConflict(version ?? 1);
    case 'reply_elsewhere':
      return rejected('reply_elsewhere', 'A message answers one of its own thread.');
    case 'empty':
      return rejected('empty_message', 'A message needs a text or a file.');
    case 'too_many_kinds':
      return rejected('too_many_reactions', 'A message has at most 20 kinds of reactions.');
    case 'cannot_send':
      return cannotSend();
    case 'rate_limited':
      return limited('Too many messages or changes in this thread.', retryAfter ?? 60);
    case 'waits_for_answer':
      return limited('Wait for an answer before you write more.', 3600);
    case 'key_reused':
      return new AppError('idempotency_conflict', 'This Idempotency-Key was used with another request.');
  }
}

function limited(message: string, seconds: number): AppError {
  return new AppError('rate_limited', message, { headers: { 'Retry-After': String(seconds) } });
}
