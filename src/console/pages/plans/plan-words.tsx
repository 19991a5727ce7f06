// Plans and their parts in people's words, for all pages.
import type { AdsOperation } from '../../../domains/ads/plan-execution/ads-operation.ts';
import type { AdsPlanSummary } from '../../../domains/ads/plans/ads-plan.ts';
import { Badge, type BadgeTone } from '../../components/card.tsx';
import { timeLeft } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { adPlatformName } from '../campaigns/campaign-parts.tsx';

type Plan = Pick<AdsPlanSummary, 'approvalState' | 'executionState'>;

interface Told {
  tone: BadgeTone;
  name: string;
}

const UNANSWERED: Partial<Record<Plan['approvalState'], Told>> = {
  draft: { tone: 'warning', name: 'Draft' },
  pending_approval: { tone: 'warning', name: 'Pending approval' },
};
const EXECUTION: Partial<Record<Plan['executionState'], Told>> = {
  ready: { tone: 'info', name: 'Ready to execute' },
  executing: { tone: 'info', name: 'In progress' },
  completed: { tone: 'neutral', name: 'Executed' },
};
const OVER: Partial<Record<Plan['approvalState'], Told>> = {
  rejected: { tone: 'danger', name: 'Rejected' },
  superseded: { tone: 'neutral', name: 'Replaced' },
  expired: { tone: 'neutral', name: 'Expired' },
};
const CANCELED: Told = { tone: 'neutral', name: 'Canceled' };

/** @param outcome what became of it, where it is completed. */
export function PlanState({
  plan: { approvalState, executionState },
  outcome,
}: {
  plan: Plan;
  outcome?: AdsOperation['state'] | null | undefined;
}) {
  if (executionState === 'completed' && outcome && outcome !== 'succeeded')
    return <ProgressState state={outcome} />;
  const over = executionState === 'cancelled';
  const known = over ? OVER[approvalState] : (EXECUTION[executionState] ?? UNANSWERED[approvalState]);
  const { tone, name } = known ?? CANCELED;
  return <Badge tone={tone}>{name}</Badge>;
}

/** Whether somebody can still approve, reject, execute or cancel it. */
export const isOpen = ({ executionState }: Plan): boolean =>
  executionState === 'planned' || executionState === 'ready';

const ASKS: Record<AdsPlanSummary['operationType'], string> = {
  publish_campaign: 'Launch',
  update_campaign: 'Change',
  pause_campaign: 'Pause',
  resume_campaign: 'Resume',
  archive_campaign: 'Archive',
  upload_media: 'Upload videos for',
};

/** "Change Ready overnight". @param campaign its name; undefined where it is not known. */
export const planTitle = (
  {
    operationType,
    campaignId,
  }: { operationType: AdsPlanSummary['operationType']; campaignId: string | null },
  campaign: string | undefined,
): string => (campaignId === null ? 'Upload videos' : `${ASKS[operationType]} ${campaign ?? 'a campaign'}`);

/** Who made a plan, as its reader calls them. */
export function makerName({ place, actor }: PlaceVisit, makerId: string): string {
  if (makerId === place.id) return place.name;
  if (place.own) return 'your agency';
  return makerId === actor.home?.id ? 'your team' : 'another agency';
}

export const platformNames = (platforms: readonly string[]): string =>
  platforms.map(adPlatformName).join(', ');

/** "Expires in 3 h"; null for a plan that can't expire any more. */
export function endsIn(at: PlaceVisit, plan: Plan & Pick<AdsPlanSummary, 'expiresAt'>): string | null {
  return isOpen(plan) ? `Expires in ${timeLeft(Date.parse(plan.expiresAt) - at.now)}` : null;
}

const PROGRESS: Record<AdsOperation['state'], Told> = {
  queued: { tone: 'info', name: 'Queued' },
  running: { tone: 'info', name: 'In progress' },
  blocked: { tone: 'warning', name: 'Blocked' },
  waiting_provider: { tone: 'info', name: 'Waiting for the platform' },
  succeeded: { tone: 'success', name: 'Done' },
  partially_succeeded: { tone: 'danger', name: 'Partly done' },
  failed: { tone: 'danger', name: 'Failed' },
  dead_lettered: { tone: 'danger', name: 'Failed after several attempts' },
  cancelled: { tone: 'neutral', name: 'Canceled' },
};

/** The state of an operation, or of one of its steps. @param on the platform, where several are beside each other. */
export function ProgressState({ state, on }: { state: AdsOperation['state']; on?: string }) {
  const { tone, name } = PROGRESS[state];
  return (
    <Badge tone={tone}>
      {on && `${on}: `}
      {name}
    </Badge>
  );
}
