// One campaign: its status on each platform, results, settings and actions.
import type { Connection } from '../../../domains/accounts/connections/connection.ts';
import { adSyncOperations } from '../../../domains/ads/ad-sync/operations.ts';
import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import { campaignOperations } from '../../../domains/ads/campaigns/operations.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { Buttons } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Checkbox } from '../../components/choices.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields.tsx';
import { Notice } from '../../components/notice.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { wholeList } from '../whole-list.ts';
import { Actions, hasRun, isPausedInTrouble, offersFor } from './actions.tsx';
import { AdSets, Ads, readAds, turnPart } from './ads.tsx';
import { Approval, Awaited } from './approval.tsx';
import { adPlatformName, CampaignState, PlatformState, requireAccount } from './campaign-parts.tsx';
import { Drifted, Plans, readPlans } from './campaign-plans.tsx';
import { copyPart, mayCopyParts } from './copy-part.tsx';
import { reasonTitle, said } from './problem-words.ts';
import { Results } from './results.tsx';
import { Terms } from './terms.tsx';
import { lastStop, Timeline, type Told } from './timeline.tsx';

/** A connection that is missing in the list, for example because it was disconnected, is read by itself. */
async function connectionOf(
  at: PlaceVisit,
  { connection: id }: Campaign,
  listed: readonly Connection[],
): Promise<Connection | null> {
  const found = listed.find((one) => one.id === id);
  if (found || id === null) return found ?? null;
  return await at.run('GET /v1/connections/:id', { params: { id } }).catch(missing);
}

function missing(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
}

const paramsOf = (at: PlaceVisit) => ({ params: { id: at.params.campaign ?? '' } });

export const campaignPage = placePage({
  path: '/campaigns/:campaign',
  show: async (at) => {
    requireAccount(at);
    const { params } = paramsOf(at);
    const [campaign, results, awaited, ads, plans, connections] = await Promise.all([
      at.run('GET /v1/campaigns/:id', { params, query: { expand: 'timeline' } }),
      at.run(adSyncOperations.getCampaignResults, { params }),
      at.run(campaignOperations.getAwaitedChange, { params }),
      readAds(at, params.id),
      readPlans(at, params.id),
      wholeList(at, 'GET /v1/connections'),
    ]);
    const connection = await connectionOf(at, campaign, connections.items);
    const { timeline = [] } = campaign;
    const offers = offersFor({ at, campaign, timeline });
    const changes = writesAsBrand(at.place) && campaign.status !== 'archived';
    const copies = changes && mayCopyParts(at, campaign);
    return {
      title: campaign.name,
      body: (
        <>
          <PageHead
            title={campaign.name}
            back={{ href: at.to('/campaigns'), label: 'Campaigns' }}
            action={offers.size > 0 && <Actions at={at} campaign={campaign} timeline={timeline} />}
          />
          <State campaign={campaign} stop={lastStop(timeline, campaign.currency)} ran={hasRun(timeline)} />
          <Approval campaign={campaign} answers={offers.has('answer')} />
          <Awaited campaign={campaign} change={awaited} answers={offers.has('decide')} />
          <Drifted at={at} campaign={campaign} read={plans} />
          <Results campaign={campaign} results={results} />
          <Plans at={at} campaign={campaign} read={plans} />
          <Ads campaign={campaign} results={results} ads={ads} changes={changes} copies={copies} />
          <AdSets campaign={campaign} ads={ads} changes={changes} copies={copies} />
          <Terms at={at} campaign={campaign} connection={connection} />
          <Timeline at={at} timeline={timeline} currency={campaign.currency} />
          {offers.has('copy') && <CopyOrEnd campaign={campaign} offers={offers} />}
        </>
      ),
    };
  },
  actions: {
    // A launch spends money, so it must apply to the version that the person saw. Pausing and archiving work
    // on any version.
    launch: async (at, { version }) => await asked(at, { status: 'launch', version }),
    resume: async (at, { version }) => await asked(at, { status: 'resume', version }),
    retry: async (at, { version }) => await asked(at, { status: 'retry', version }),
    pause: async (at) => await asked(at, { status: 'pause' }),
    archive: async (at) => await asked(at, { status: 'archive' }),
    schedule: async (at, form) => {
      await change(at, { scheduledLaunchAt: momentOf(form), version: form.version });
      return at.go(at.url.pathname, 'Launch scheduled.');
    },
    unschedule: async (at) => {
      await change(at, { scheduledLaunchAt: null });
      return at.go(at.url.pathname, 'Scheduled launch canceled.');
    },
    pausePart: async (at, form) => {
      const { name } = await turnPart(at, form.text('_id'), { status: 'paused' });
      return at.go(at.url.pathname, `${name} is paused.`);
    },
    runPart: async (at, form) => {
      const { version } = form;
      const { name } = await turnPart(at, form.text('_id'), { status: 'active', version });
      return at.go(at.url.pathname, `${name} is active.`);
    },
    copy: async (at, form) => {
      const body = { name: form.optional('name'), launch: form.checked('launch') };
      const copy = await said(at.run('POST /v1/campaigns/:id/copies', { ...paramsOf(at), body }));
      return at.go(at.to(`/campaigns/${copy.id}`), `${copy.name} is being set up.`);
    },
    saveTemplate: async (at, form) => {
      const body = { name: form.text('name'), from: paramsOf(at).params.id };
      const { id, name } = await at.run('POST /v1/ad-templates', { body });
      return at.go(at.to(`/campaigns/templates/${id}`), `${name} saved as a template.`);
    },
    copyPart: async (at, form) => {
      const id = form.text('_id');
      await copyPart(at, id, { name: form.optional('name'), into: form.optional('into') });
      return at.go(at.url.pathname, 'The copy is being set up, and paused at first.');
    },
    answer: async (at, form) => {
      const partnerApproval = { status: form.text('status'), note: form.optional('note') };
      await change(at, { partnerApproval, version: form.version });
      return at.go(at.url.pathname, 'Answer saved.');
    },
    decide: async (at, form) => {
      await change(at, { pendingChange: form.text('pendingChange'), version: form.version });
      return at.go(at.url.pathname, 'Answer saved.');
    },
  },
});

const change = (at: PlaceVisit, body: object) =>
  said(at.run('PATCH /v1/campaigns/:id', { ...paramsOf(at), body }));

const DONE: Record<string, string> = {
  launch: 'Launching the campaign.',
  pause: 'Pausing the campaign.',
  resume: 'Resuming the campaign.',
  retry: 'Retrying.',
  archive: 'Archiving the campaign.',
};

async function asked(at: PlaceVisit, body: { status: string; version?: number }): Promise<Response> {
  const { status } = body;
  const { partnerApproval, pendingChange } = await change(at, body);
  const waits = partnerApproval?.status === 'pending' || pendingChange?.status === 'awaiting_approval';
  return at.go(
    at.url.pathname,
    waits && status !== 'archive' ? 'Sent to the brand for approval.' : DONE[status],
  );
}

/** The date and time of the field, in UTC. Throws validation_failed. */
export function momentOf(form: FormInput): string {
  const at = new Date(`${form.text('scheduledLaunchAt')}Z`);
  if (Number.isNaN(at.getTime())) throw invalidField('/scheduledLaunchAt', 'Enter a date and a time.');
  return at.toISOString();
}

const UNDER_WAY: Record<string, string> = {
  launch: 'Launching',
  pause: 'Pausing',
  resume: 'Resuming',
  retry: 'Retrying',
  archive: 'Archiving',
  update: 'Saving changes',
  plan: 'Carrying out a plan',
};

/** The status on each platform, and what to do about problems. */
function State({ campaign, stop, ran }: { campaign: Campaign; stop: Told | null; ran: boolean }) {
  const { status, platforms, pendingChange, warnings } = campaign;
  const isPaused = isPausedInTrouble(campaign);
  return (
    <>
      <div class="badges">
        {isPaused && <CampaignState status="paused" />}
        {!(platforms.length === 1 && platforms[0]!.status === status) && <CampaignState status={status} />}
        {platforms.map((on) => (
          <PlatformState on={on} />
        ))}
      </div>
      {pendingChange?.status === 'in_progress' && (
        <Notice title={UNDER_WAY[pendingChange.action] ?? 'In progress'}>
          This takes a few minutes. Reload the page to see the result.
        </Notice>
      )}
      {isPaused && pendingChange === null && (
        <Notice title="Paused, and needs attention">
          Fix the following. The campaign stays paused until it is {ran ? 'resumed' : 'launched'}.
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
          <Notice tone="warning" title={`${adPlatformName(platform ?? campaign.platform ?? '')} warning`}>
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
          {adPlatformName(platform)} code: {platformCode}.
        </span>
      )}
    </Notice>
  );
}

function CopyOrEnd({ campaign: { name }, offers }: { campaign: Campaign; offers: ReadonlySet<string> }) {
  return (
    <Card title="Reuse or archive">
      <Buttons>
        <Confirm
          action="copy"
          label="Duplicate"
          title={`Duplicate ${name}?`}
          confirm="Duplicate campaign"
          look="secondary"
          has={['name', 'launch']}
        >
          <p>
            A new campaign with the same settings is created on the same platforms. Dates in the past become
            today.
          </p>
          <TextField
            name="name"
            label="Name"
            maxlength={200}
            hint="Leave empty to use the same name with “(copy)”."
          />
          <Checkbox name="launch" label="Publish now" hint="Otherwise it is saved as paused." />
        </Confirm>
        <Confirm
          action="saveTemplate"
          label="Save as template"
          title={`Save ${name} as a template`}
          confirm="Save template"
          look="secondary"
          has={['name']}
        >
          <p>New campaigns can start from its settings. Its videos and dates are left out.</p>
          <TextField name="name" label="Name" required maxlength={200} />
        </Confirm>
        {offers.has('archive') && (
          <Confirm
            action="archive"
            label="Archive"
            title={`Archive ${name}?`}
            confirm="Archive campaign"
            has={[]}
          >
            <p>Its ads stop on every platform, and it cannot be resumed. Its results stay available.</p>
          </Confirm>
        )}
      </Buttons>
    </Card>
  );
}
