// A campaign as if none of a plan's fields had been set, so that all of them are asked for.
import { isRecord } from '../../../kit/given.ts';
import type { CampaignUpdateInput } from '../campaign-record/campaign-input.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';

/**
 * The campaign with another value wherever the patches have one. A repair needs that: the campaign says already what one of its
 * platforms has not done.
 */
export function unlike(whole: WholeCampaign, patches: readonly CampaignUpdateInput[]): WholeCampaign {
  let { name, terms } = whole.row;
  for (const { name: called, ...patch } of patches) {
    terms = turned(terms, patch) as unknown as typeof terms;
    if (called !== undefined) name = String(other(called));
  }
  return { ...whole, row: { ...whole.row, name, terms } };
}

function turned(below: unknown, patch: object): Record<string, unknown> {
  const all = isRecord(below) ? { ...below } : {};
  for (const [key, value] of Object.entries(patch))
    all[key] = isRecord(value) ? turned(all[key], value) : other(value);
  return all;
}

function other(value: unknown): unknown {
  if (typeof value === 'number') return 2 * value + 2;
  if (typeof value === 'boolean') return !value;
  return Array.isArray(value) ? [] : `not ${value}`;
}
