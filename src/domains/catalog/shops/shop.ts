import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { id } from '../../../resource/fields.ts';
import { type Asked, isListing } from '../catalogues/interface.ts';
import type { shops } from './table.ts';

export type ShopRow = typeof shops.$inferSelect;

/** All pixels that the shop's orders have been events of. */
export const pixelsOf = ({ pixelId, oldPixels }: ShopRow): string[] =>
  pixelId === null ? oldPixels : [...oldPixels, pixelId];

export const Sync = z
  .object({
    connection: id('connection').describe('The connection whose shop, or whose posts, are read.'),
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

/** @param shop one for which a sync was asked. @param products how far its products were read. */
export function presentSync(
  { id, syncStartedAt, syncFinishedAt, syncError }: ShopRow,
  products: Asked | null,
): Sync {
  const isRunning = syncFinishedAt === null || isListing(products);
  const finishedAt = isRunning ? null : Math.max(syncFinishedAt, products?.endedAt ?? 0);
  const error = isRunning ? null : (syncError ?? products?.error ?? null);
  const ended = error === null ? 'succeeded' : 'failed';
  return {
    connection: id,
    status: isRunning ? 'running' : ended,
    startedAt: iso(syncStartedAt!),
    finishedAt: isoOrNull(finishedAt),
    error,
  };
}
