// What can be asked of a campaign as it is. The verbs decide; here stands only what they would take.
import type { Campaign } from '../../../domains/ads/campaigns/campaign-record.ts';
import { possibleActions } from '../../../domains/ads/campaigns/change-status.ts';
import type { CampaignTimeline } from '../../../domains/ads/campaigns/timeline.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Form, TextField } from '../../components/form.tsx';
import { Time } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { budgetWords, changesCampaigns } from './campaign-parts.tsx';
import { SeenTerms } from './terms.tsx';

interface Props {
  at: PlaceVisit;
  campaign: Campaign;
  timeline: CampaignTimeline;
}

/** By the names of the page's actions. */
type Offer =
  | 'launch'
  | 'resume'
  | 'pause'
  | 'retry'
  | 'schedule'
  | 'unschedule'
  | 'edit'
  | 'copy'
  | 'archive'
  | 'answer'
  | 'decide';

/** What this person is offered here. */
export function offersFor({ at, campaign, timeline }: Props): ReadonlySet<string> {
  const offers = new Set<Offer>();
  if (!changesCampaigns(at)) return offers;
  const { status, pendingChange, scheduledLaunchAt, partnerApproval } = campaign;
  const possible = possibleActions(campaign);
  const ran = hasRun(timeline);
  // A retry repeats what failed of what we asked; what a platform says of itself is mended there.
  const failed =
    timeline.some(({ what, details }) => what === 'step' && details?.outcome === 'failed') ||
    isRefused(timeline);
  const settled = pendingChange === null && status !== 'processing' && status !== 'archived';
  if (possible.includes('launch') && !isAsking(at, campaign)) offers.add(ran ? 'resume' : 'launch');
  if (possible.includes('pause')) offers.add('pause');
  if (possible.includes('retry') && failed) offers.add('retry');
  if (settled && status === 'paused' && !ran) offers.add('schedule');
  if (settled && scheduledLaunchAt !== null) offers.add('unschedule');
  if (settled) offers.add('edit');
  offers.add('copy');
  if (possible.includes('archive')) offers.add('archive');
  // The brand's yes is its own people's.
  if (at.place.own && partnerApproval?.status === 'pending' && status !== 'archived') offers.add('answer');
  if (at.place.own && pendingChange?.status === 'awaiting_approval') offers.add('decide');
  return offers;
}

/** Whether a partner has asked its client already. */
const isAsking = ({ place }: PlaceVisit, { partnerApproval }: Campaign) =>
  !place.own && partnerApproval?.status === 'pending';

export function Actions({ at, campaign, timeline }: Props) {
  const offers = offersFor({ at, campaign, timeline });
  const asks = !at.place.own && campaign.partnerApproval !== null;
  return (
    <Buttons>
      {offers.has('launch') && <Launch action="launch" {...{ campaign, asks }} />}
      {offers.has('resume') && <Launch action="resume" {...{ campaign, asks }} />}
      {offers.has('pause') && (
        <Form action="pause" inline has={[]}>
          <Button look="secondary">Pause</Button>
        </Form>
      )}
      {offers.has('retry') && (
        <Form action="retry" inline has={[]} seen={campaign.version}>
          <SeenTerms campaign={campaign} />
          <Button>Try again</Button>
        </Form>
      )}
      {offers.has('schedule') && <Schedule campaign={campaign} />}
      {offers.has('unschedule') && (
        <Form action="unschedule" inline has={[]}>
          <Button look="secondary">Cancel the planned launch</Button>
        </Form>
      )}
      {offers.has('edit') && (
        <ButtonLink look="secondary" href={at.to(`/campaigns/${campaign.id}/edit`)}>
          Edit
        </ButtonLink>
      )}
    </Buttons>
  );
}

/** Whether the scheduled launch was refused, and nothing was asked since. */
const isRefused = (timeline: CampaignTimeline): boolean =>
  timeline.findLast(({ what }) => ['refused', 'asked'].includes(what))?.what === 'refused';

/** Whether it ever ran: then it goes on, else it begins. */
function hasRun(timeline: CampaignTimeline): boolean {
  return timeline.some(
    ({ what, details }) => what === 'status' && ['live', 'in_review'].includes(String(details?.to)),
  );
}

function Launch({
  action,
  campaign,
  asks,
}: Pick<Props, 'campaign'> & { action: 'launch' | 'resume'; asks: boolean }) {
  const again = action === 'resume';
  const label = again ? 'Turn on again' : 'Launch';
  return (
    <Confirm
      action={action}
      label={label}
      title={again ? `Turn ${campaign.name} on again?` : `Launch ${campaign.name}?`}
      confirm={asks ? 'Ask the brand' : label}
      look="primary"
      has={[]}
      seen={campaign.version}
    >
      <SeenTerms campaign={campaign} />
      <p>
        {asks
          ? 'The brand is asked first. Once it says yes, the ads run and money is spent: '
          : 'From now on the ads run, as soon as the platforms have reviewed them, and money is spent: '}
        {budgetWords(campaign)}.
      </p>
    </Confirm>
  );
}

function Schedule({ campaign }: Pick<Props, 'campaign'>) {
  const { name, scheduledLaunchAt } = campaign;
  return (
    <Confirm
      action="schedule"
      label={scheduledLaunchAt === null ? 'Plan the launch' : 'Move the launch'}
      title={`When is ${name} to begin?`}
      confirm="Plan the launch"
      look="secondary"
      has={['scheduledLaunchAt']}
      seen={campaign.version}
    >
      <SeenTerms campaign={campaign} />
      {scheduledLaunchAt !== null && (
        <p>
          Now: <Time at={scheduledLaunchAt} exact />
        </p>
      )}
      <TextField
        name="scheduledLaunchAt"
        label="Day and time, in UTC"
        type="datetime-local"
        required
        value={scheduledLaunchAt?.slice(0, 16) ?? null}
        hint="It is launched then by itself. Until then it stays paused."
      />
    </Confirm>
  );
}
