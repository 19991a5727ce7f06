// What a campaign can spend a day by its budget, as it is and as a plan makes it. Reads and writes nothing.
import { aDay, daysOf, isOneBudget, planBudget } from '../campaign-preflight/plan-budget.ts';
import { goingOn, termsOn, wantedOn } from '../campaign-record/campaign-platforms.ts';
import { type AdSetRow, isThere, type WholeCampaign } from '../campaign-record/campaign-row.ts';
import { intend, type PlanScene } from './intend.ts';
import { asIntended } from './intended.ts';

/** Cents a day, on average over the days of a lifetime budget. */
export interface PlannedSpend {
  before: number;
  after: number;
}

interface SpendScene extends PlanScene {
  /** By platform, the minimum daily budget, as far as it is known. */
  floors: ReadonlyMap<string, number>;
}

/** @param scene with everything that the plan names. */
export function plannedSpend(scene: SpendScene): PlannedSpend {
  const { plan, whole, resources, adapters } = scene;
  const own = adapters[whole.row.platform]!;
  const { intended, made } = intend(scene);
  const after = asIntended(whole, intended, own, Object.keys(adapters));
  const comes = new Set(made.values());
  const turned = new Map(
    plan.steps.flatMap(({ resourceKind, mutation, localResourceId, input }) =>
      resourceKind === 'delivery_group' && mutation === 'set_status'
        ? [[resources.get(localResourceId ?? '')?.localId, input.status === 'active']]
        : [],
    ),
  );
  // A campaign that begins to run has its ad sets run.
  const begins = whole.row.wanted !== 'live' && after.row.wanted === 'live';
  const isOn = ({ id, status }: AdSetRow) => turned.get(id) ?? (begins || status !== 'paused');
  return {
    before: spendOf(whole, scene, (set) => isMade(set) && set.status !== 'paused'),
    after: spendOf(after, scene, (set) => (isMade(set) || comes.has(set.id)) && isOn(set)),
  };
}

/** What could not be set up spends nothing. */
const isMade = ({ platformId }: AdSetRow): boolean => platformId !== null;

function spendOf(
  whole: WholeCampaign,
  { adapters, floors }: Pick<SpendScene, 'adapters' | 'floors'>,
  isRunning: (set: AdSetRow) => boolean,
): number {
  const { terms } = whole.row;
  const days = daysOf(terms);
  const going = goingOn(whole);
  return going.reduce((sum, { platform }, at) => {
    if (wantedOn(whole.row, platform) !== 'live') return sum;
    const there = whole.adSets.filter((one) => one.platform === platform && isThere(one));
    const sharing = there.filter(({ share }) => share !== null);
    const shares = sharing.map(({ share }) => share!);
    const { budget, adSets } = planBudget(terms, { at, of: going.length }, shares, floors.get(platform) ?? 0);
    const asOne = isOneBudget(adapters[platform]!.capabilities, termsOn(terms, whole.row, platform));
    if (asOne) return sum + (there.some(isRunning) ? aDay(budget, days) : 0);
    const shared = sharing.reduce((all, set, n) => all + (isRunning(set) ? aDay(adSets[n]!, days) : 0), 0);
    const copies = there.filter((one) => one.share === null && one.budget !== null && isRunning(one));
    return sum + shared + copies.reduce((all, { budget: own }) => all + aDay(own!, days), 0);
  }, 0);
}
