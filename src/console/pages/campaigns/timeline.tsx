// What happened to a campaign, in words, newest first. What was asked of platforms and went well stands apart: it is long.
import type { Child } from 'hono/jsx';
import type { CampaignStatus } from '../../../domains/ads/campaigns/campaign.ts';
import type { ShareChange } from '../../../domains/ads/campaigns/shares.ts';
import { type CampaignTimeline, MOST_TOLD } from '../../../domains/ads/campaigns/timeline.ts';
import { Card } from '../../components/card.tsx';
import { count, money, plural, Time, words } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { adPlatformName, campaignStateName } from './campaign-parts.tsx';
import { reasonWords } from './problem-words.ts';

type Entry = CampaignTimeline[number];
type Details = Record<string, unknown>;

/** How much is shown at once. */
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
    <Card title="What happened">
      <Entries at={at} entries={told.slice(0, SHOWN)} currency={currency} />
      <More
        title={`${plural(told.length - SHOWN, 'earlier entry', 'earlier entries')}`}
        at={at}
        entries={told.slice(SHOWN)}
        currency={currency}
      />
      <More
        title={`${plural(steps.length, 'step')} done at the platforms`}
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
        const { title, more } = told(entry, currency);
        const by = entry.by === null ? null : entry.by === at.place.id ? at.place.name : 'the partner';
        return (
          <li>
            <span class="quiet">
              <Time at={entry.at} exact />
            </span>
            <span class="timeline-what">
              <span>
                {title}
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

/** Why the service stopped or kept back a campaign, where that is the last word on it; null otherwise. */
export function lastStop(timeline: CampaignTimeline, currency: string): Told | null {
  const last = timeline.findLast(({ what }) =>
    ['held', 'refused', 'asked', 'approval', 'edited'].includes(what),
  );
  return last?.what === 'held' || last?.what === 'refused' ? told(last, currency) : null;
}

export interface Told {
  title: string;
  more?: Child;
}

const ASKED: Record<string, string> = {
  launch: 'Launch was asked for',
  pause: 'Pause was asked for',
  resume: 'Going on was asked for',
  retry: 'Another try was asked for',
  archive: 'Its end was asked for',
};

const APPROVAL: Record<string, string> = {
  pending: "The brand's yes was asked for",
  approved: 'The brand said yes',
  rejected: 'The brand said no',
  changes_requested: 'The brand asked for changes',
};

const REVIEWS: Record<string, string> = {
  pending: 'it is in review',
  approved: 'it is approved',
  rejected: 'it is rejected',
};

const STEPS: Record<string, string> = {
  campaign: 'Make the campaign',
  ad_set: 'Make an ad set',
  video: 'Hand over a video',
  image: 'Hand over a picture',
  creative: 'Make the content of an ad',
  ad: 'Make an ad',
  video_ready: 'Wait until a video is ready',
  run: 'Turn on, pause or end',
  change: 'Change',
};

const OUTCOMES: Record<string, string> = {
  planned: 'tried, and to be tried again',
  done: 'done',
  failed: 'failed',
  skipped: 'not needed any more',
  cancelled: 'not asked any more',
};

function told({ what, platform, details }: Entry, currency: string): Told {
  const more = details ?? {};
  const there = platform === null ? 'the platform' : adPlatformName(platform);
  switch (what) {
    case 'created':
      return { title: more.copyOf ? 'Made as a copy' : 'Made' };
    case 'edited':
      return editedWords(more);
    case 'asked':
      return { title: ASKED[String(more.action)] ?? words(String(more.action)) };
    case 'status':
      return { title: `Now ${stateWords(more.to)} (was ${stateWords(more.from)})`, more: whyWords(more) };
    case 'set_up':
      return { title: `Set up at ${there}` };
    case 'set_up_failed':
    case 'failed':
      return { title: `Something failed at ${there}`, more: reasonWords(more.error) };
    case 'refused':
      return { title: 'The scheduled launch was refused', more: refusalWords(more) };
    case 'held':
      return heldWords(more, there, currency);
    case 'reported':
      return reportedWords(more, there);
    case 'approval':
      return { title: APPROVAL[String(more.status)] ?? words(String(more.status)), more: text(more.note) };
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

/** What people call a part of a campaign: `adSets` are the ad sets. */
const fieldWords = (name: string) =>
  FIELDS[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const FIELDS: Record<string, string> = {
  ad: 'what the ads say',
  creatives: 'the work that is shown',
  scheduledLaunchAt: 'the planned launch',
};

/** What somebody changed here, with the shares of the budget where those are others now. */
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

/** Why it is as it is on each of its platforms. */
function whyWords({ why }: Details): string | undefined {
  const platforms = (why as { platforms?: { error: unknown }[] } | undefined)?.platforms;
  const said = (platforms ?? []).map(({ error }) => reasonWords(error));
  return said.filter(Boolean).join(' ') || undefined;
}

function refusalWords({ message, problems }: Details): string | undefined {
  if (!Array.isArray(problems)) return text(message);
  const said = (problems as { message?: string; fix?: string }[]).map((one) => `${one.message} ${one.fix}`);
  return said.join(' ') || text(message);
}

/** Why the service stopped something. */
function heldWords({ reason, spent, limit }: Details, there: string, currency: string): Told {
  if (reason === 'authorization_ended')
    return {
      title: `Ad paused at ${there}: the creator's permission has ended`,
      more: 'Ask the creator to authorize the ad again, then turn it on.',
    };
  if (typeof spent !== 'number' || typeof limit !== 'number') return { title: 'Stopped by the service' };
  return {
    title: 'Stopped: the billing limit is reached',
    more: `${money(spent, currency)} of ${money(limit, currency)} are spent. Raise the billing limit to go on.`,
  };
}

/** What a platform told: somebody's change over there, or what it thinks of an ad. */
function reportedWords({ change, message, shares, status, reasons }: Details, there: string): Told {
  if (typeof message === 'string') return { title: message.replace(/\.$/, ''), more: sharesWords(shares) };
  if (change === 'paused') return { title: `Somebody paused it in ${there}'s ads manager` };
  if (change === 'resumed') return { title: `Somebody resumed it in ${there}'s ads manager` };
  return {
    title: `${there} says of an ad: ${REVIEWS[String(status)] ?? status}`,
    more: texts(reasons).join('. ') || undefined,
  };
}
