// The activity of a campaign, newest first. Platform steps that succeeded are in a list of their own, because
// there are many.
import type { Child } from 'hono/jsx';
import type { CampaignProblem } from '../../../domains/ads/campaign-record/campaign-problem.ts';
import type { CampaignStatus } from '../../../domains/ads/campaign-record/campaign-row.ts';
import { type CampaignTimeline, MOST_TOLD } from '../../../domains/ads/campaign-record/campaign-timeline.ts';
import type { ShareChange } from '../../../domains/ads/campaign-record/shares.ts';
import { managerOf } from '../../../integrations/ads/manager.ts';
import { Card } from '../../components/card.tsx';
import { count, money, plural, Time, words } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { adPlatformName, campaignStateName } from './campaign-parts.tsx';
import { inPeoplesWords, reasonWords } from './problem-words.ts';

type Entry = CampaignTimeline[number];
type Details = Record<string, unknown>;

/** The most entries shown at once. */
const SHOWN = 15;

export function Timeline({
  at,
  timeline,
  currency,
}: {
  at: PlaceVisit;
  timeline: CampaignTimeline;
  currency: string;
}) {
  const quiet = (one: Entry) => one.what === 'step' && one.details?.outcome === 'done';
  const told = timeline.filter((one) => !quiet(one)).reverse();
  const steps = timeline.filter(quiet).reverse();
  return (
    <Card title="Activity">
      <Entries at={at} entries={told.slice(0, SHOWN)} currency={currency} />
      <More
        title={`${plural(told.length - SHOWN, 'earlier entry', 'earlier entries')}`}
        at={at}
        entries={told.slice(SHOWN)}
        currency={currency}
      />
      <More
        title={`${plural(steps.length, 'completed platform step')}`}
        at={at}
        entries={steps}
        currency={currency}
      />
      {timeline.length >= MOST_TOLD && (
        <p class="quiet">Only the newest {count(MOST_TOLD)} entries are listed.</p>
      )}
    </Card>
  );
}

interface Shown {
  at: PlaceVisit;
  entries: readonly Entry[];
  currency: string;
}

function More({ title, ...shown }: Shown & { title: string }) {
  if (shown.entries.length === 0) return null;
  return (
    <details class="more">
      <summary>{title}</summary>
      <Entries {...shown} />
    </details>
  );
}

function Entries({ at, entries, currency }: Shown) {
  return (
    <ol class="timeline">
      {entries.map((entry) => {
        const { title, more, plan } = told(entry, currency);
        const by = entry.by === null ? null : entry.by === at.place.id ? at.place.name : 'the partner';
        return (
          <li>
            <span class="quiet">
              <Time at={entry.at} exact />
            </span>
            <span class="timeline-what">
              <span>
                {plan ? <a href={at.to(`/plans/${plan}`)}>{title}</a> : title}
                {by && <span class="quiet"> by {by}</span>}
              </span>
              {more && <span class="quiet">{more}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Why the service stopped or held back a campaign, if nothing has happened since; otherwise null. */
export function lastStop(timeline: CampaignTimeline, currency: string): Told | null {
  const last = timeline.findLast(({ what }) =>
    ['held', 'refused', 'asked', 'approval', 'edited'].includes(what),
  );
  return last?.what === 'held' || last?.what === 'refused' ? told(last, currency) : null;
}

export interface Told {
  title: string;
  more?: Child;
  /** The plan that it is about. */
  plan?: string | undefined;
}

const ASKED: Record<string, string> = {
  launch: 'Launch requested',
  pause: 'Pause requested',
  resume: 'Resume requested',
  retry: 'Retry requested',
  archive: 'Archive requested',
};

const APPROVAL: Record<string, string> = {
  pending: 'Approval requested',
  approved: 'Approved by the brand',
  rejected: 'Rejected by the brand',
  changes_requested: 'Changes requested by the brand',
};

const REVIEWS: Record<string, string> = {
  pending: 'Ad in review on',
  approved: 'Ad approved by',
  rejected: 'Ad rejected by',
};

const STEPS: Record<string, string> = {
  campaign: 'Create campaign',
  ad_set: 'Create ad set',
  video: 'Upload video',
  image: 'Upload image',
  creative: 'Create creative',
  ad: 'Create ad',
  video_ready: 'Process video',
  run: 'Change status',
  change: 'Save changes',
};

const OUTCOMES: Record<string, string> = {
  planned: 'retrying',
  done: 'done',
  failed: 'failed',
  skipped: 'skipped',
  cancelled: 'canceled',
};

function told({ what, platform, details }: Entry, currency: string): Told {
  const more = details ?? {};
  const there = platform === null ? 'the platform' : adPlatformName(platform);
  switch (what) {
    case 'created':
      return { title: more.copyOf ? 'Created as a duplicate' : 'Created' };
    case 'edited':
      return editedWords(more);
    case 'asked':
      return { title: ASKED[String(more.action)] ?? words(String(more.action)) };
    case 'status':
      return {
        title: `Status changed from ${stateWords(more.from)} to ${stateWords(more.to)}`,
        more: whyWords(more),
      };
    case 'set_up':
      return { title: `Set up on ${there}` };
    case 'set_up_failed':
    case 'failed':
      return { title: `Failed on ${there}`, more: reasonWords(more.error) };
    case 'refused':
      return { title: 'Scheduled launch did not pass its checks', more: refusalWords(more) };
    case 'held':
      return heldWords(more, there, currency);
    case 'reported':
      return reportedWords(more, there);
    case 'approval':
      return { title: APPROVAL[String(more.status)] ?? words(String(more.status)), more: text(more.note) };
    case 'plan':
      return planWords(more, platform && there);
    case 'step':
      return {
        title: `${there}: ${STEPS[String(more.asked)] ?? words(String(more.asked))}, ${OUTCOMES[String(more.outcome)] ?? more.outcome}`,
        more: reasonWords(more.error),
      };
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const stateWords = (status: unknown) => campaignStateName(status as CampaignStatus).toLowerCase();

/** The label of a part of a campaign: `adSets` becomes "ad sets". */
const fieldWords = (name: string) =>
  FIELDS[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const FIELDS: Record<string, string> = {
  ad: 'ad texts',
  creatives: 'videos',
  scheduledLaunchAt: 'scheduled launch',
};

const PLAN_ENDS: Record<string, string> = {
  succeeded: 'Plan carried out on',
  partially_succeeded: 'Plan carried out in part on',
  failed: 'Plan failed on',
  dead_lettered: 'Plan failed after several attempts on',
  cancelled: 'Plan canceled on',
};

/** A plan that begins, or how it ended on a platform. */
const planWords = ({ plan, state, error }: Details, there: string | null): Told => ({
  title: there === null ? 'A plan began' : `${PLAN_ENDS[String(state)] ?? 'Plan ended on'} ${there}`,
  more: reasonWords(error),
  plan: text(plan),
});

/** What a person changed here, with the budget shares if they changed. */
function editedWords({ fields, archived, shares }: Details): Told {
  const part = archived as { ad?: string; name?: string } | undefined;
  const title = part
    ? `Archived the ${part.ad ? 'ad' : 'ad set'} “${part.name}”`
    : `Changed: ${texts(fields).map(fieldWords).join(', ')}`;
  return { title, more: sharesWords(shares) };
}

function sharesWords(shares: unknown): string | undefined {
  if (!Array.isArray(shares) || shares.length === 0) return undefined;
  const said = (shares as ShareChange[]).map(({ name, before, after }) => `${name} ${before}% → ${after}%`);
  return `Budget shares: ${said.join(', ')}`;
}

/** The reason for its status on each platform. */
function whyWords({ why }: Details): string | undefined {
  const platforms = (why as { platforms?: { error: unknown }[] } | undefined)?.platforms;
  const said = (platforms ?? []).map(({ error }) => reasonWords(error));
  return said.filter(Boolean).join(' ') || undefined;
}

function refusalWords({ message, problems }: Details): string | undefined {
  if (!Array.isArray(problems)) return text(message);
  const said = (problems as CampaignProblem[])
    .map(inPeoplesWords)
    .map(({ message, fix }) => `${message} ${fix}`);
  return said.join(' ') || text(message);
}

/** Why the service stopped a campaign. */
function heldWords({ reason, name, spent, limit }: Details, there: string, currency: string): Told {
  if (reason === 'authorization_ended')
    return {
      title: `${typeof name === 'string' ? `The ad “${name}” was paused` : 'Ad paused'} on ${there}: the creator's permission has ended`,
      more: 'Ask the creator to authorize the ad again, then resume it.',
    };
  if (typeof spent !== 'number' || typeof limit !== 'number') return { title: 'Stopped by the service' };
  return {
    title: 'Stopped: billing limit reached',
    more: `${money(spent, currency)} of ${money(limit, currency)} spent. Raise the billing limit, then resume.`,
  };
}

/** What a platform reported: a change in its ads manager, or an ad's review. */
function reportedWords({ change, message, shares, status, reasons }: Details, there: string): Told {
  if (typeof message === 'string') return { title: message.replace(/\.$/, ''), more: sharesWords(shares) };
  if (change === 'paused') return { title: `Paused in ${managerOf(there)}` };
  if (change === 'resumed') return { title: `Resumed in ${managerOf(there)}` };
  return {
    title: `${REVIEWS[String(status)] ?? words(String(status))} ${there}`,
    more: texts(reasons).join('. ') || undefined,
  };
}
