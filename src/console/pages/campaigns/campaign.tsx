// One campaign: how it stands on its platforms, what it brought, what it is to do, and what can be asked of it.
import type { Connection } from '../../../domains/accounts/connections/connection.ts';
import { adSyncOperations } from '../../../domains/ads/ad-sync/operations.ts';
import type { Campaign } from '../../../domains/ads/campaigns/campaign-record.ts';
import { campaignOperations } from '../../../domains/ads/campaigns/operations.ts';
import type { CampaignTimeline } from '../../../domains/ads/campaigns/timeline.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { Buttons } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Checkbox } from '../../components/choices.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { wholeList } from '../whole-list.ts';
import { Actions, offersFor } from './actions.tsx';
import { AdSets, Ads, readAds, turnPart } from './ads.tsx';
import { Approval, Awaited } from './approval.tsx';
import {
  adPlatformName,
  CampaignState,
  changesCampaigns,
  PlatformState,
  requireAccount,
} from './campaign-parts.tsx';
import { reasonTitle, said } from './problem-words.ts';
import { Results } from './results.tsx';
import { Terms } from './terms.tsx';
import { lastStop, Timeline, type Told } from './timeline.tsx';

type WithTimeline = Campaign & { timeline: CampaignTimeline };

/** One that is not in the list, such as one that was disconnected, is asked for by itself. */
async function connectionOf(
  at: PlaceVisit,
  { connection: id }: Campaign,
  listed: readonly Connection[],
): Promise<Connection | null> {
  const found = listed.find((one) => one.id === id);
  if (found || id === null) return found ?? null;
  return await at.api<Connection>('GET /v1/connections/:id', { params: { id } }).catch(missing);
}

function missing(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
}

export const paramsOf = (at: PlaceVisit) => ({ params: { id: at.params.campaign ?? '' } });

export const campaignPage = placePage({
  path: '/campaigns/:campaign',
  show: async (at) => {
    requireAccount(at);
    const { params } = paramsOf(at);
    const [campaign, results, awaited, ads, connections] = await Promise.all([
      at.api<WithTimeline>('GET /v1/campaigns/:id', { params, query: { expand: 'timeline' } }),
      at.operate(adSyncOperations.getCampaignResults, { params }),
      at.operate(campaignOperations.getAwaitedChange, { params }),
      readAds(at, params.id),
      wholeList<Connection>(at, '/v1/connections'),
    ]);
    const connection = await connectionOf(at, campaign, connections.items);
    const { timeline } = campaign;
    const offers = offersFor({ at, campaign, timeline });
    const changes = changesCampaigns(at) && campaign.status !== 'archived';
    return {
      title: campaign.name,
      body: (
        <>
          <PageHead
            title={campaign.name}
            back={{ href: at.to('/campaigns'), label: 'Campaigns' }}
            action={offers.size > 0 && <Actions {...{ at, campaign, timeline }} />}
          />
          <State campaign={campaign} stop={lastStop(timeline, campaign.currency)} />
          <Approval campaign={campaign} answers={offers.has('answer')} />
          <Awaited campaign={campaign} change={awaited} answers={offers.has('decide')} />
          <Results campaign={campaign} results={results} />
          <Ads {...{ campaign, results, ads, changes }} />
          <AdSets {...{ campaign, ads, changes }} />
          <Terms at={at} campaign={campaign} connection={connection} />
          <Timeline at={at} timeline={timeline} currency={campaign.currency} />
          {offers.has('copy') && <CopyOrEnd campaign={campaign} offers={offers} />}
        </>
      ),
    };
  },
  actions: {
    // Who lets money be spent does so as the campaign was seen. What stops it is never too late.
    launch: async (at, { version }) => await asked(at, { status: 'launch', version }),
    resume: async (at, { version }) => await asked(at, { status: 'resume', version }),
    retry: async (at, { version }) => await asked(at, { status: 'retry', version }),
    pause: async (at) => await asked(at, { status: 'pause' }),
    archive: async (at) => await asked(at, { status: 'archive' }),
    schedule: async (at, form) => {
      await change(at, { scheduledLaunchAt: momentOf(form), version: form.version });
      return at.go(at.url.pathname, 'The launch is planned.');
    },
    unschedule: async (at) => {
      await change(at, { scheduledLaunchAt: null });
      return at.go(at.url.pathname, 'It is not launched by itself any more.');
    },
    pausePart: async (at, form) => {
      const { name } = await turnPart(at, form.text('_id'), { status: 'paused' });
      return at.go(at.url.pathname, `${name} is paused.`);
    },
    runPart: async (at, form) => {
      const { version } = form;
      const { name } = await turnPart(at, form.text('_id'), { status: 'active', version });
      return at.go(at.url.pathname, `${name} is turned on.`);
    },
    copy: async (at, form) => {
      const body = { name: form.optional('name'), launch: form.checked('launch') };
      const copy = await said(at.api<Campaign>('POST /v1/campaigns/:id/copies', { ...paramsOf(at), body }));
      return at.go(at.to(`/campaigns/${copy.id}`), `${copy.name} is being set up.`);
    },
    answer: async (at, form) => {
      const partnerApproval = { status: form.text('status'), note: form.optional('note') };
      await change(at, { partnerApproval, version: form.version });
      return at.go(at.url.pathname, 'Your answer was kept.');
    },
    decide: async (at, form) => {
      await change(at, { pendingChange: form.text('pendingChange'), version: form.version });
      return at.go(at.url.pathname, 'Your answer was kept.');
    },
  },
});

const change = (at: PlaceVisit, body: object) =>
  said(at.api<Campaign>('PATCH /v1/campaigns/:id', { ...paramsOf(at), body }));

const DONE: Record<string, string> = {
  launch: 'The launch is under way.',
  pause: 'It is being paused.',
  resume: 'It goes on.',
  retry: 'It is tried again.',
  archive: 'It is being ended.',
};

async function asked(at: PlaceVisit, body: { status: string; version?: number }): Promise<Response> {
  const { status } = body;
  const { partnerApproval, pendingChange } = await change(at, body);
  const waits = partnerApproval?.status === 'pending' || pendingChange?.status === 'awaiting_approval';
  return at.go(at.url.pathname, waits && status !== 'archive' ? 'The brand is asked.' : DONE[status]);
}

/** A field's date and time, which it has in UTC. Throws validation_failed. */
export function momentOf(form: FormInput): string {
  const at = new Date(`${form.text('scheduledLaunchAt')}Z`);
  if (Number.isNaN(at.getTime())) throw invalidField('/scheduledLaunchAt', 'Give a day and a time.');
  return at.toISOString();
}

const UNDER_WAY: Record<string, string> = {
  launch: 'It is being launched',
  pause: 'It is being paused',
  resume: 'It is being turned on again',
  retry: 'It is tried again',
  archive: 'It is being ended',
  update: 'The change is being made',
};

/** How it stands, and what to do where that is not well. */
function State({ campaign, stop }: { campaign: Campaign; stop: Told | null }) {
  const { status, platforms, pendingChange, warnings } = campaign;
  return (
    <>
      <div class="badges">
        {!(platforms.length === 1 && platforms[0]!.status === status) && <CampaignState status={status} />}
        {platforms.map((on) => (
          <PlatformState on={on} />
        ))}
      </div>
      {pendingChange?.status === 'in_progress' && (
        <Notice title={UNDER_WAY[pendingChange.action] ?? 'Something is under way'}>
          The platforms take some minutes. Open this page again to see what came of it.
        </Notice>
      )}
      {stop && (
        <Notice tone="warning" title={stop.title}>
          {stop.more}
        </Notice>
      )}
      {platforms
        .filter(({ error }) => !(stop && error?.by === 'service'))
        .map((on) => (
          <Wrong on={on} />
        ))}
      {status !== 'archived' &&
        warnings.map(({ platform, message, fix }) => (
          <Notice
            tone="warning"
            title={`Check this at ${adPlatformName(platform ?? campaign.platform ?? '')}`}
          >
            {message} {fix}
          </Notice>
        ))}
    </>
  );
}

function Wrong({ on: { platform, status, error } }: { on: Campaign['platforms'][number] }) {
  if (error === null) return null;
  const { message, fix, platformCode } = error;
  return (
    <Notice
      tone={status === 'paused' ? 'warning' : 'danger'}
      title={`${adPlatformName(platform)}: ${reasonTitle(error)}`}
    >
      {message} {fix}
      {platformCode !== null && (
        <span class="quiet">
          {' '}
          {adPlatformName(platform)} calls it {platformCode}.
        </span>
      )}
    </Notice>
  );
}

function CopyOrEnd({ campaign: { name }, offers }: { campaign: Campaign; offers: ReadonlySet<string> }) {
  return (
    <Card title="Copy or end it">
      <Buttons>
        <Confirm
          action="copy"
          label="Copy"
          title={`Copy ${name}?`}
          confirm="Make a copy"
          look="secondary"
          has={['name', 'launch']}
        >
          <p>
            A new campaign like this one is set up on the same platforms. Days that are past become today.
          </p>
          <TextField
            name="name"
            label="Name of the copy"
            maxlength={200}
            hint="The same with “(copy)” when left empty."
          />
          <Checkbox name="launch" label="Launch it at once" hint="Otherwise it stays paused." />
        </Confirm>
        {offers.has('archive') && (
          <Confirm
            action="archive"
            label="End it"
            title={`End ${name} for good?`}
            confirm="End the campaign"
            has={[]}
          >
            <p>
              It is archived here and at its platforms: its ads are shown no more, and it cannot be turned on
              again. What it brought stays to be read.
            </p>
          </Confirm>
        )}
      </Buttons>
    </Card>
  );
}
