// Consumer of `jobs`. A message names a record, and its row says what is due, so a lost, late or repeated message only
// changes the timing. Messages run one after another, because a job may hold a whole picture in memory.

import * as z from 'zod';
import type { SystemCtx } from '../src/context.ts';
import { withOwnWrites } from '../src/db/own-writes.ts';
import { processFile } from '../src/domains/platform/files/process-file.ts';
import * as clock from '../src/kit/clock.ts';
import { log } from '../src/kit/log.ts';

const JobMessage = z.object({ kind: z.literal('file'), id: z.string(), at: z.number().optional() });

export async function consumeJobs(batch: MessageBatch<unknown>, ctx: SystemCtx): Promise<void> {
  for (const message of batch.messages) {
    const parsed = JobMessage.safeParse(message.body);
    try {
      if (!parsed.success) throw new Error('unreadable message');
      const now = Math.max(clock.now(), parsed.data.at ?? 0);
      await processFile(withOwnWrites({ ...ctx, now }), parsed.data.id);
      message.ack();
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log('error', { queue: batch.queue, body: message.body, error: text });
      // The row is leased, so an earlier retry would find nothing due.
      message.retry({ delaySeconds: 330 });
    }
  }
}
