import * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { DAY_MS, HOUR_MS, iso } from '../../../kit/time.ts';
import {
  MOST_ORIGINS,
  OTHER_ORIGINS,
  REJECTION_REASONS,
  type RejectionReason,
} from '../../../pixel/rejections.ts';
import { recordExample } from '../../../resource/example.ts';
import { id } from '../../../resource/fields.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';
import { listRejections, type RejectionRow } from './rejection-store.ts';
import { requireOwnPixel } from './store.ts';

export const PixelRejections = z
  .object({
    pixel: id('pixel').describe('Which one refused them.'),
    from: z.string().describe('A full hour, one day ago.'),
    rows: z
      .array(
        z.object({
          origin: z
            .string()
            .nullable()
            .describe(
              `Where the page said that it comes from; null where it said nothing. Beyond ${MOST_ORIGINS} origins the rest is \`${OTHER_ORIGINS}\`.`,
            ),
          reason: z
            .enum(REJECTION_REASONS)
            .describe(
              "foreign_origin: not in `domains`. no_origin: neither Origin nor Referer, or no `pageUrl` in a sandboxed frame's event. wrong_sandbox_key: not the pixel's `sandboxKey`. archived: the pixel is. excluded_country: in `excludedCountries`, or unknown. invalid: no event in the request could be read. rate_limited: more than 100 events in 10 seconds of one visitor. daily_limit: the account has had its events for the day. network_limit: the visitor's network has sent a tenth of the events that the account may have in the day, and 1,000 at least.",
            ),
          count: z
            .int()
            .describe('Requests; of `network_limit`, events, to about a thousandth of the limit.'),
        }),
      )
      .describe('The most frequent first.'),
  })
  .meta({ id: 'PixelRejections' });
recordExample(PixelRejections, {
  pixel: 'pxl_01k2d9q3v7h5m8r4t6w0x1y2z3',
  from: '2026-08-09T09:00:00.000Z',
  rows: [{ origin: 'https://staging.example.net', reason: 'foreign_origin', count: 12 }],
});

export type PixelRejections = z.output<typeof PixelRejections>;

/** The browser events that a pixel refused in the last day, and why. Up to a minute late. */
export async function getPixelRejections(ctx: Ctx, pixelId: string): Promise<PixelRejections> {
  const since = ctx.now - (ctx.now % HOUR_MS) - DAY_MS;
  const rows = eventsShardOf(ctx, actingAccount(ctx.actor).id).then((shard) =>
    shard === null ? [] : listRejections(ctx, shard, pixelId, since),
  );
  const [, found] = await Promise.all([requireOwnPixel(ctx, pixelId), rows]);
  return { pixel: pixelId, from: iso(since), rows: fewOrigins(found) };
}

function fewOrigins(found: RejectionRow[]): PixelRejections['rows'] {
  const named = new Set<string>();
  const rows = new Map<string, PixelRejections['rows'][number]>();
  for (const { origin, reason, count } of found) {
    if (named.size < MOST_ORIGINS && origin !== OTHER_ORIGINS) named.add(origin);
    const name = origin === '' ? null : named.has(origin) ? origin : OTHER_ORIGINS;
    const key = `${reason} ${name}`;
    const row = rows.get(key) ?? { origin: name, reason: reason as RejectionReason, count: 0 };
    row.count += count;
    rows.set(key, row);
  }
  return [...rows.values()];
}
