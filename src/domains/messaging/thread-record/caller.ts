// What a caller's credential has to do with threads, before any thread is looked at.
import { type Actor, mayWrite } from '../../../auth/actor.ts';
import type { FoundThread } from './found-thread.ts';

/** Whether the caller may write in threads at all: a frame only with that feature. */
export const writesIn = (actor: Actor): boolean =>
  mayWrite(actor) && (actor.by !== 'embed' || actor.frame?.features.includes('send') === true);

/** The one account whose threads the caller is shown: a frame that of its session, whatever the key may read. */
export const onlyAccount = (actor: Actor): string | undefined => actor.frame?.account;

/** Whether a thread is one of those that the caller is shown. */
export function isShown(actor: Actor, { head }: Pick<FoundThread, 'head'>): boolean {
  const only = onlyAccount(actor);
  return only === undefined || head.account === only;
}
