// What may be asked of a campaign in each status, by itself and while something else is under way.
import { expect, it } from 'vitest';
import {
  CAMPAIGN_STATUSES,
  type PendingChange,
  type WholeCampaign,
} from '../../../../src/domains/ads/campaign-record/campaign-row.ts';
import {
  possibleActions,
  requirePossible,
  type StatusAction,
} from '../../../../src/domains/ads/campaigns/change-status.ts';

const ACTIONS: StatusAction[] = ['launch', 'resume', 'pause', 'retry', 'archive'];
const ALLOWED: Record<(typeof CAMPAIGN_STATUSES)[number], StatusAction[]> = {
  draft: ['retry', 'archive'],
  processing: ['pause', 'archive'],
  in_review: ['pause', 'archive'],
  live: ['pause', 'archive'],
  paused: ['launch', 'resume', 'archive'],
  needs_attention: ['pause', 'retry', 'archive'],
  archived: [],
};

it.each(CAMPAIGN_STATUSES)('a campaign with the status %s takes these acts alone', (status) => {
  for (const pendingChange of [null, { action: 'update', status: 'in_progress' } as PendingChange]) {
    const row = { status, pendingChange, wanted: 'paused', launchedAt: 1 };
    const whole = { row, platforms: [] } as unknown as WholeCampaign;
    const done = ACTIONS.filter((action) => {
      try {
        requirePossible(whole, action);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'conflict' });
        return false;
      }
    });
    const allowed = ALLOWED[status].filter(
      (action) => pendingChange === null || action === 'pause' || action === 'archive',
    );
    expect(done).toEqual(allowed);
    expect(new Set(possibleActions({ status, pendingChange }))).toEqual(new Set(allowed));
  }
});
