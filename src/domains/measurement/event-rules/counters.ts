// A pixel's daily counters, and the bits that record which of them an event was counted in.

import type { PixelEventBody } from '../../../pixel/event-body.ts';
import type { Credit } from '../credit-targets/credit.ts';
import type { DailyCounts } from '../pixels/interface.ts';

const COUNTERS = [
  'events',
  'consented',
  'fromServer',
  'withUserData',
  'withClickIds',
  'credited',
  'located',
  'bots',
] as const satisfies (keyof DailyCounts)[];

/** The counters that an event belongs to, as bits in the order of COUNTERS. A bot is only counted as a bot. */
export function counterBits(body: PixelEventBody, credit: Credit | null): number {
  if (body.bot) return 1 << COUNTERS.indexOf('bots');
  const facts: Record<keyof DailyCounts, boolean> = {
    events: true,
    consented: body.consent === 'granted',
    fromServer: body.confirmedAt !== undefined,
    withUserData: body.user !== undefined,
    withClickIds:
      body.clickIds !== undefined || body.clickId !== undefined || body.landing?.clickIds !== undefined,
    credited: credit?.rule != null,
    located: body.location?.country !== undefined,
    bots: false,
  };
  return COUNTERS.reduce((bits, name, index) => (facts[name] ? bits | (1 << index) : bits), 0);
}

export function addBits(counts: DailyCounts, bits: number): void {
  COUNTERS.forEach((name, index) => {
    if (bits & (1 << index)) counts[name]++;
  });
}

export function noCounts(): DailyCounts {
  return {
    events: 0,
    consented: 0,
    fromServer: 0,
    withUserData: 0,
    withClickIds: 0,
    credited: 0,
    located: 0,
    bots: 0,
  };
}
