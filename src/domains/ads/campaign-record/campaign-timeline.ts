// A campaign's timeline, from its entries and its platform steps, oldest first.
import * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { iso } from '../../../kit/time.ts';
import { widerExample } from '../../../resource/example.ts';
import { tasksOf } from '../platform-tasks/interface.ts';
import { Campaign } from './campaign.ts';
import { ENTRY_KINDS, type WholeCampaign } from './campaign-row.ts';
import { reasonOfFailure, reasonOfPlanFailure } from './reason.ts';
import { listEntries } from './store.ts';

/** The most entries in a timeline. The newest are kept. */
export const MOST_TOLD = 500;

export const CampaignTimeline = z
  .array(
    z.object({
      at: z.string().describe('RFC 3339, UTC.'),
      what: z
        .enum([...ENTRY_KINDS, 'step'])
        .describe('`step`: something was asked of a platform; what, and what came of it, is in the details.'),
      platform: z.string().nullable().describe('Where it happened; null for the campaign as a whole.'),
      by: z.string().nullable().describe('The account whose caller did it; null for the service itself.'),
      details: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe('What there is to tell besides, by the kind of entry; null where there is nothing.'),
    }),
  )
  .describe('With expand=timeline.');

export type CampaignTimeline = z.output<typeof CampaignTimeline>;

export const CampaignWithTimeline = Campaign.extend({ timeline: CampaignTimeline.optional() }).meta({
  id: 'CampaignWithTimeline',
});
widerExample(CampaignWithTimeline, Campaign, {
  timeline: [
    {
      at: '2027-05-30T09:00:00.000Z',
      what: 'created',
      platform: null,
      by: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
      details: null,
    },
    {
      at: '2027-05-30T09:00:02.000Z',
      what: 'step',
      platform: 'meta',
      by: null,
      details: { asked: 'campaign', outcome: 'done', tries: 1, made: '120210000000000001' },
    },
  ],
});

export async function timelineOf(ctx: SystemCtx, { row }: WholeCampaign): Promise<CampaignTimeline> {
  const [entries, tasks] = await Promise.all([listEntries(ctx, row.id, MOST_TOLD), tasksOf(ctx, row.id)]);
  const told = entries.map(({ at, what, platform, by, details }) => ({ at, what, platform, by, details }));
  const asked = tasks.flatMap(({ platform, owner, steps }) => {
    const reasonOf = owner === 'plan' ? reasonOfPlanFailure : reasonOfFailure;
    return steps
      .filter(({ status, tries }) => status !== 'planned' || tries > 0)
      .map(({ kind, status, tries, result, error, updatedAt }) => ({
        at: updatedAt,
        what: 'step' as const,
        platform,
        by: null,
        details: {
          asked: kind,
          outcome: status,
          tries,
          // A thumbnail's URL carries the platform's access token, so it is left out.
          ...(kind !== 'video_ready' && result ? { made: result } : {}),
          ...(error ? { reason: error.reason, error: reasonOf(error, { platform, row }) } : {}),
        } as Record<string, unknown>,
      }));
  });
  return [...told, ...asked]
    .sort((a, b) => a.at - b.at)
    .slice(-MOST_TOLD)
    .map((one) => ({ ...one, at: iso(one.at) }));
}
