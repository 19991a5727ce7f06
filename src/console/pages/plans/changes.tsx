// What a plan changes, in people's words: each change once for all the platforms that have it alike, by campaign and ad set.
import { RESOURCE_NOUNS } from '../../../domains/ads/field-catalogue/catalogue.ts';
import type { AdsPlan } from '../../../domains/ads/plans/ads-plan.ts';
import type { NamedStep } from '../../../domains/ads/plans/get-named-steps.ts';
import type { PlannedChanges, PlannedStep } from '../../../domains/ads/plans/get-planned-changes.ts';
import { Badge, Card } from '../../components/card.tsx';
import { day, money, plural, words } from '../../format.tsx';
import { adPlatformName, campaignStateName } from '../campaigns/campaign-parts.tsx';
import { countryName, fieldName, valueName } from '../campaigns/field-names.ts';
import { valueWords } from '../campaigns/terms.tsx';

type Step = AdsPlan['steps'][number];

/** A field of a change; `before` is null for what is new or stays. */
interface Fact {
  label: string;
  before: string | null;
  after: string;
}

export interface Change {
  /** The steps that make it, one on each platform. */
  steps: string[];
  /** Where it belongs on the page: the campaign, an ad set, or content. */
  group: string;
  title: string;
  /** What becomes of the object: "archived". */
  done: Done;
  platforms: string[];
  facts: Fact[];
  video: PlannedStep['video'];
  permission: PlannedStep['permission'];
}

const DOES: Record<Step['mutation'], string> = {
  create: 'New',
  update: 'Change',
  set_status: 'Change',
  upload: 'Upload',
  attach: 'Attach',
  detach: 'Detach',
  replace: 'Replace',
  archive: 'Archive',
  delete: 'Delete',
};

/** What a change does to an object, the irreversible first: so a folded group names it before all else. */
const DONE = ['archived', 'deleted', 'replaced', 'paused', 'resumed', 'added', 'edited'] as const;
type Done = (typeof DONE)[number];

const BECOMES: Record<Step['mutation'], Done> = {
  create: 'added',
  update: 'edited',
  set_status: 'edited',
  upload: 'added',
  attach: 'added',
  detach: 'deleted',
  replace: 'replaced',
  archive: 'archived',
  delete: 'deleted',
};

const turnOf = ({ mutation, input }: Step): 'Resume' | 'Pause' | null =>
  mutation === 'set_status' ? (input.status === 'active' ? 'Resume' : 'Pause') : null;

const doneBy = (step: Step): Done => {
  const turn = turnOf(step);
  return turn === null ? BECOMES[step.mutation] : turn === 'Pause' ? 'paused' : 'resumed';
};

/** "Pause ad set “Runners”". */
export function stepTitle(step: Step, { name, video }: NamedStep): string {
  const { resourceKind, mutation } = step;
  const called = name ?? (resourceKind === 'media' || resourceKind === 'creative' ? video?.caption : null);
  return `${turnOf(step) ?? DOES[mutation]} ${RESOURCE_NOUNS[resourceKind]}${called ? ` “${called}”` : ''}`;
}

/** The changes of a plan. Content that one of its ads uses is part of that ad. */
export function changesOf(plan: AdsPlan, { campaign, steps }: PlannedChanges): Change[] {
  const known = new Map(steps.map((one) => [one.id, one]));
  const permissionOf = ({ id, permission }: PlannedStep): PlannedStep['permission'] =>
    permission ??
    steps.find(({ usedBy, permission }) => permission && usedBy.includes(id))?.permission ??
    null;
  const merged = new Map<string, Change>();
  for (const step of plan.steps) {
    const one = known.get(step.id)!;
    if (one.usedBy.length > 0 && (step.resourceKind === 'media' || step.resourceKind === 'creative'))
      continue;
    const isNew = step.mutation === 'create' && step.resourceKind !== 'campaign';
    const change = {
      group: groupOf(step, one),
      title: stepTitle(step, one),
      done: doneBy(step),
      // The name of what is new stands in the title.
      facts: one.changes
        .filter(({ path }) => !(isNew && path === '/name'))
        .map((change) => factOf(step, change, campaign)),
      video: step.resourceKind === 'delivery_group' ? null : one.video,
      permission: permissionOf(one),
    };
    const { permission, ...rest } = change;
    const key = JSON.stringify({ ...rest, permission: permission?.status });
    const same = merged.get(key) ?? { ...change, steps: [], platforms: [] };
    same.steps.push(step.id);
    if (!same.platforms.includes(step.platform)) same.platforms.push(step.platform);
    merged.set(key, same);
  }
  return [...merged.values()];
}

const CAMPAIGN = 'Campaign';

function groupOf({ resourceKind }: Step, { name, adSet }: PlannedStep): string {
  if (resourceKind === 'campaign') return CAMPAIGN;
  if (resourceKind === 'delivery_group') return `Ad set “${name ?? 'Ad set'}”`;
  return resourceKind === 'ad' ? (adSet === null ? 'Ads' : `Ad set “${adSet}”`) : 'Videos';
}

function factOf(
  step: Step,
  { path, type, before, after }: PlannedStep['changes'][number],
  campaign: PlannedChanges['campaign'],
): Fact {
  const said = (value: unknown) =>
    path === '/status' ? statusName(step, value) : told(type, path, value, campaign?.currency ?? 'usd');
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  const isShown = !isSame && (before !== null || (step.mutation === 'update' && campaign !== null));
  return { label: fieldName(path), before: isShown ? said(before) : null, after: said(after) };
}

const STATES: Record<string, Parameters<typeof campaignStateName>[0]> = { active: 'live' };

function statusName({ resourceKind }: Step, value: unknown): string {
  const status = String(value);
  if (resourceKind !== 'campaign') return words(status);
  return campaignStateName((STATES[status] ?? status) as Parameters<typeof campaignStateName>[0]);
}

function told(type: string | null, path: string, value: unknown, currency: string): string {
  if (value === null || value === '') return 'None';
  if (type === 'money' && typeof value === 'number') return money(value, currency);
  if (type === 'percent') return `${String(value)}%`;
  if (type === 'date' && typeof value === 'string') return day(value);
  if (path.endsWith('/countries') && Array.isArray(value)) return value.map(countryName).join(', ');
  return type === 'enum' && typeof value === 'string' ? valueName(value) : valueWords(value);
}

/** A change's facts in one line, to tell whether they are still what somebody saw. */
export const factsInWords = ({ facts }: Change): string =>
  facts
    .map(({ label, before, after }) => `${label} ${before === null ? '' : `${before} → `}${after}`)
    .join(', ');

/** More changes than this are folded, so that a phone shows what there is. */
const MOST_OPEN = 12;

export function Changes({ changes }: { changes: readonly Change[] }) {
  const groups = [...Map.groupBy(changes, ({ group }) => group)];
  const open = changes.length <= MOST_OPEN;
  return (
    <Card title="Changes">
      {groups.map(([name, rows], n) => (
        <details class="more" open={open || n === 0}>
          <summary>
            <span>{name}</span>{' '}
            <span class="quiet">
              {plural(rows.length, 'change')}
              {rows.length > 1 && `: ${countsOf(rows)}`}
            </span>
          </summary>
          <ul class="changes">
            {rows.map((one) => (
              <Row change={one} />
            ))}
          </ul>
        </details>
      ))}
    </Card>
  );
}

/** "11 archived, 10 paused, 30 edited". */
const countsOf = (changes: readonly Change[]): string =>
  DONE.flatMap((done) => {
    const count = changes.filter((one) => one.done === done).length;
    return count === 0 ? [] : `${count} ${done}`;
  }).join(', ');

function Row({ change: { title, platforms, facts, video, permission } }: { change: Change }) {
  return (
    <li class="change">
      {video &&
        (video.still ? (
          <img class="still" src={video.still} alt="" />
        ) : (
          <span class="still" aria-hidden="true" />
        ))}
      <div class="change-what">
        <p class="change-title">
          <span>{title}</span>
          <span class="badges">
            {platforms.map((one) => (
              <Badge>{adPlatformName(one)}</Badge>
            ))}
          </span>
        </p>
        {facts.map((fact) => (
          <p class="change-fact">
            <span class="quiet">{fact.label}:</span> <BeforeAfter {...fact} />
          </p>
        ))}
        {video && !title.includes(`“${video.caption}”`) && (
          <p class="change-fact">
            <span class="quiet">Video:</span> {video.caption ?? 'Untitled'}
          </p>
        )}
        {permission && permission.status !== 'granted' && (
          <p class="change-fact danger-text">The creator’s permission has ended.</p>
        )}
      </div>
    </li>
  );
}

/** "$40.00 → $75.00"; the new value alone where there is none before. */
export function BeforeAfter({ before, after }: { before: string | null; after: string }) {
  if (before === null) return <strong>{after}</strong>;
  return (
    <>
      <span class="only-heard">from </span>
      {before} <span aria-hidden="true">→</span>
      <span class="only-heard"> to </span> <strong>{after}</strong>
    </>
  );
}
