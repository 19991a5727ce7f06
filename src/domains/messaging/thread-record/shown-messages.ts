// Messages as one reader of a thread sees them.
import type { SystemCtx } from '../../../context.ts';
import { filesById, type ShownFile } from '../../platform/files/interface.ts';
import type { MessageRecord } from '../thread-log/record.ts';
import { actorsOf } from './actors.ts';
import type { FoundThread } from './found-thread.ts';
import { type Message, presentMessage } from './message.ts';

/** @param files those of the messages that were read already; the others are read in one trip, if there are any. */
export async function shownMessages(
  ctx: SystemCtx,
  thread: FoundThread,
  records: readonly MessageRecord[],
  files: readonly ShownFile[] = [],
): Promise<Message[]> {
  const known = new Map([...thread.files, ...files].map((file) => [file.id, file]));
  const missing = records
    .flatMap((record) => record.files.map(({ id }) => id))
    .filter((id) => !known.has(id));
  const [actors, found] = await Promise.all([
    actorsOf(ctx, thread),
    missing.length === 0 ? new Map<string, ShownFile>() : filesById(ctx, missing),
  ]);
  const shown = { thread: thread.head.id, side: thread.side, actors, files: new Map([...known, ...found]) };
  return await Promise.all(records.map((record) => presentMessage(ctx, record, shown)));
}
