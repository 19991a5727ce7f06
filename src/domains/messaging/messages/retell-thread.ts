import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { indexMessages } from '../message-search/index-messages.ts';
import type { Portion, Telling } from '../thread-log/record.ts';
import { searched, supportAfter } from './tell-changes.ts';
import { saveFilesAgain, saveMessages, saveSides, saveThread } from './telling-store.ts';

const SIDES_AT_ONCE = 1_000;

/**
 * Writes what a thread's object holds into a database that has lost it: messages, files, marks and what lists show. No event
 * is sent again and no quota used. It may run twice, and nothing goes back.
 * @param since the moment from which messages may be unknown, in milliseconds.
 */
export async function retellThread(ctx: SystemCtx, portion: Portion, since: number): Promise<void> {
  const { head, seq, records, last, activeAt, count, next, sides } = portion;
  const changes = records.map((message) => ({
    seq,
    kind: 'message' as const,
    message,
    by: { side: message.sender, caller: 'service' },
  }));
  const telling: Telling = { head, changes, last, activeAt, seq, messages: count, sides: [] };
  const own = withOwnWrites(ctx);
  saveFilesAgain(own, telling);
  saveMessages(own, telling);
  if (next === null) {
    const written = changes.filter(({ message }) => message.createdAt >= since);
    saveThread(own, telling, activeAt, supportAfter(head, written));
    for (let from = 0; from < sides.length; from += SIDES_AT_ONCE)
      saveSides(own, { ...telling, sides: sides.slice(from, from + SIDES_AT_ONCE) });
  }
  await own.write.commit();
  await indexMessages(
    ctx.env,
    records.map((message) => searched(head, { seq, message })),
  );
}
