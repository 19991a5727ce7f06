import { untagged } from '../../../integrations/ads/intent-name.ts';
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import type { AdBudget, RunningObject } from '../../../integrations/ads/steps.ts';
import type { Drift } from './ads-resource.ts';
import type { SetResource } from './store.ts';

/** How a platform and its account change values that they are sent. */
export interface Kept {
  keeps: AdPlatform['keeps'];
  currency: string;
}

/**
 * Where an object at the platform differs from what was last set. What the platform makes of a value by itself is no
 * difference, and of what it does not tell nothing is said.
 */
export function driftOf(
  {
    setName,
    setStatus,
    setBudget,
    drift,
  }: Pick<SetResource, 'setName' | 'setStatus' | 'setBudget' | 'drift'>,
  { name, on, budget }: Pick<RunningObject, 'name' | 'on' | 'budget'>,
  kept: Kept,
  now: number,
): Drift[] {
  const found: Drift[] = [];
  const add = (
    one:
      | { field: 'name' | 'status'; here: string; there: string }
      | { field: 'budget'; here: AdBudget; there: AdBudget },
  ) => {
    const known = drift.find(
      ({ field, here, there }) => JSON.stringify({ field, here, there }) === JSON.stringify(one),
    );
    found.push({ ...one, readAt: known?.readAt ?? now });
  };
  if (setName !== null && name !== '' && nameKept(setName, kept) !== nameKept(name, kept))
    add({ field: 'name', here: setName, there: name });
  const status = on ? 'active' : 'paused';
  if (setStatus !== null && on !== undefined && setStatus !== status)
    add({ field: 'status', here: setStatus, there: status });
  if (setBudget !== null && budget !== null && budgetKept(setBudget, kept) !== budgetKept(budget, kept))
    add({ field: 'budget', here: setBudget, there: budget });
  return found;
}

/** Platforms trim names, and compose characters. What looks like an intent's key at a name's end is not read back. */
const nameKept = (name: string, { keeps }: Kept): string =>
  untagged(keeps?.name?.(name) ?? name)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();

function budgetKept(budget: AdBudget, { keeps, currency }: Kept): string {
  const [kind, amount] = Object.entries(budget)[0] as [string, number];
  return `${kind} ${keeps?.budget?.(amount, currency) ?? amount}`;
}
