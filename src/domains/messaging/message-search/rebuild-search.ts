// Makes the search database anew from the threads, which have all texts: it has no backup.
import { indexMessages, type SearchedMessage } from './index-messages.ts';
import { deleteRebuild, deleteSome, findRebuild, type SearchEnv, saveRebuild } from './store.ts';

const AT_ONCE = 5_000;

/** Messages behind a place, in any order that stays the same, deleted ones among them or not; `next` is null at the end. */
export type MessageSource = (
  after: string | null,
) => Promise<{ messages: readonly SearchedMessage[]; next: string | null }>;

/** Begins anew, also while another is under way. */
export async function beginRebuild(env: SearchEnv): Promise<void> {
  await saveRebuild(env, { emptied: false, after: null });
}

/**
 * Goes on with a rebuild that was begun, for so many turns. What changes meanwhile is written as always.
 * @returns whether none is under way any more.
 */
export async function rebuildSearch(env: SearchEnv, source: MessageSource, turns: number): Promise<boolean> {
  for (let turn = 0; turn < turns; turn++) {
    const rebuild = await findRebuild(env);
    if (rebuild === null) return true;
    if (!rebuild.emptied) {
      if (await deleteSome(env, AT_ONCE)) await saveRebuild(env, { emptied: true, after: null });
      continue;
    }
    const { messages, next } = await source(rebuild.after);
    await indexMessages(env, messages);
    if (next === null) await deleteRebuild(env);
    else await saveRebuild(env, { emptied: true, after: next });
  }
  return (await findRebuild(env)) === null;
}
