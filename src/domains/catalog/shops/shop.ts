import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { id } from '../../../resource/fields.ts';
import type { shops } from './table.ts';

export type ShopRow = typeof shops.$inferSelect;

export const Sync = z
  .object({
    connection: id('connection').describe('The connection whose shop is read.'),
    status: z
      .enum(['running', 'succeeded', 'failed'])
      .describe('`failed`: `error` says why. What was not read is tried again by itself.'),
    startedAt: z.string().describe('When it was asked for.'),
    finishedAt: z.string().nullable().describe('Null while it is running.'),
    error: z.string().nullable().describe('Why it failed and what to do; null unless it failed.'),
  })
  .meta({ id: 'Sync' });
recordExample(Sync, {
  connection: 'conn_01k2d9q3v7h5m8r4t6w0x1y2z3',
  status: 'running',
  startedAt: '2026-08-12T09:00:00.000Z',
  finishedAt: null,
  error: null,
});
export type Sync = z.output<typeof Sync>;

/** @param shop one for which a sync was asked. */
export function presentSync({ id, syncStartedAt, syncFinishedAt, syncError }: ShopRow): Sync {
  const ended = syncError === null ? 'succeeded' : 'failed';
  return {
    connection: id,
    status: syncFinishedAt === null ? 'running' : ended,
    startedAt: iso(syncStartedAt!),
    finishedAt: isoOrNull(syncFinishedAt),
    error: syncError,
  };
}
