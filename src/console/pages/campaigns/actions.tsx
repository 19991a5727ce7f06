// The actions that a campaign's page offers. The verbs decide; this only offers what they would accept.
import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import type { CampaignTimeline } from '../../../domains/ads/campaign-record/campaign-timeline.ts';
import { possibleActions } from '../../../domains/ads/campaigns/change-status.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Time } from '../../format.tsx';
import { writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { budgetWords } from './campaign-parts.tsx';
import { SeenTerms } from './terms.tsx';

interface Props {
  at: PlaceVisit;
  campaign: Campaign;
  timeline: CampaignTimeline;
}

/** The names of the page's actions. */
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

/** The actions that this person can take here. */
export function offersFor({ at, campaign, timeline }: Props): ReadonlySet<string> {
  const offers = new Set<Offer>();
  if (!writesAsBrand(at.place)) return offers;
  const { status, pendingChange, scheduledLaunchAt, partnerApproval, platforms } = campaign;
  const possible = possibleActions(campaign);
  const ran = hasRun(timeline);
  // A retry repeats only our own failed steps; other problems are fixed in the platform's ads manager.
  const failed =
    timeline.some(({ what, details }) => what === 'step' && details?.outcome === 'failed') ||
    isRefused(timeline);
  const settled = pendingChange === null && status !== 'processing' && status !== 'archived';
  // What is set up on a platform may run there, whatever keeps it from running elsewhere.
  const isStuck = isPausedInTrouble(campaign) && pendingChange === null;
  const inPart = isStuck && (ran || platforms.some((on) => on.status === 'paused'));
  if ((possible.includes('launch') || inPart) && !isAsking(at, campaign))
    offers.add(ran ? 'resume' : 'launch');
  const mayRun = platforms.some((on) => on.status !== 'paused' && on.status !== 'draft');
  if (possible.includes('pause') && (mayRun || !isStuck)) offers.add('pause');
  if (possible.includes('retry') && failed) offers.add('retry');
  if (settled && status === 'paused' && !ran) offers.add('schedule');
  if (settled && scheduledLaunchAt !== null) offers.add('unschedule');
  if (settled) offers.add('edit');
  offers.add('copy');
  if (possible.includes('archive')) offers.add('archive');
  // Only the brand's own people approve.
  if (at.place.own && partnerApproval?.status === 'pending' && status !== 'archived') offers.add('answer');
  if (at.place.own && pendingChange?.status === 'awaiting_approval') offers.add('decide');
  return offers;
}

/** Whether it is paused, or was never launched, and needs attention all the same. */
export const isPausedInTrouble = ({ status, configuredStatus }: Campaign): boolean =>
  status === 'needs_attention' && configuredStatus === 'paused';

/** Whether a partner has already asked its client for approval. */
const isAsking = ({ place }: PlaceVisit, { partnerApproval }: Campaign) =>
  !place.own && partnerApproval?.status === 'pending';

export function Actions({ at, campaign, timeline }: Props) {
  const offers = offersFor({ at, campaign, timeline });
  const asks = !at.place.own && campaign.partnerApproval !== null;
  return (
    <Buttons>
      {offers.has('launch') && <Launch action="launch" campaign={campaign} asks={asks} />}
      {offers.has('resume') && <Launch action="resume" campaign={campaign} asks={asks} />}
      {offers.has('pause') && (
        <Form action="pause" inline has={[]}>
          <Button look="secondary">{isPausedInTrouble(campaign) ? 'Pause again' : 'Pause'}</Button>
        </Form>
      )}
      {offers.has('retry') && (
        <Form action="retry" inline has={[]} seen={campaign.version}>
          <SeenTerms campaign={campaign} />
          <Button>Retry</Button>
        </Form>
      )}
      {offers.has('schedule') && <Schedule campaign={campaign} />}
      {offers.has('unschedule') && (
        <Form action="unschedule" inline has={[]}>
          <Button look="secondary">Cancel scheduled launch</Button>
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

/** Whether the scheduled launch was refused, and no launch was requested since. */
const isRefused = (timeline: CampaignTimeline): boolean =>
  timeline.findLast(({ what }) => ['refused', 'asked'].includes(what))?.what === 'refused';

/** Whether it ever ran: then it is resumed, otherwise launched. */
export function hasRun(timeline: CampaignTimeline): boolean {
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
  const label = again ? 'Resume' : 'Launch';
  return (
    <Confirm
      action={action}
      label={label}
      title={again ? `Resume ${campaign.name}?` : `Launch ${campaign.name}?`}
      confirm={asks ? 'Request approval' : `${label} campaign`}
      look="primary"
      has={[]}
      seen={campaign.version}
    >
      <SeenTerms campaign={campaign} />
      <p>
        {asks
          ? 'The ads run once the brand approves. Budget: '
          : 'The ads run once the platforms have reviewed them. Budget: '}
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
      label={scheduledLaunchAt === null ? 'Schedule launch' : 'Reschedule launch'}
      title={`Schedule ${name}`}
      confirm="Schedule launch"
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
        label="Launch date and time (UTC)"
        type="datetime-local"
        required
        value={scheduledLaunchAt?.slice(0, 16) ?? null}
        hint="The campaign stays paused until then."
      />
    </Confirm>
  );
}
