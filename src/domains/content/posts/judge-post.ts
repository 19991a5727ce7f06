// What a post's numbers look like. Pure functions over facts; the verbs and jobs gather them.
import type { DailyGain } from './daily-gains.ts';

export const CONFIDENCES = ['looks_good', 'needs_review', 'not_enough_data'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export interface PostFacts {
  /** Whether its address is a short link that nobody could resolve, so that it names no post. */
  isUnresolved: boolean;
  /** Whether the post was found on an account that its creator connected. */
  isRead: boolean;
  daily: readonly DailyGain[];
  /** Views gained while it was tracked, and how many of these ads brought. */
  views: number;
  adViews: number;
  /** By how much the views have fallen from the most that was read, as a share of that. */
  fallen: number;
  /** Deleted or private. */
  isGone: boolean;
  captionChanged: boolean;
  /** The brief asks for a disclosure, and the caption has none. */
  lacksDisclosure: boolean;
  /** It was published before the creator's application was accepted. */
  isEarlier: boolean;
  /** No reading was made near the end of the tracking. */
  missesEnd: boolean;
  /** Another creator names the same post to the account. */
  claimedTwice: boolean;
  /** Engagements a view of the creator's other posts, their median; null with fewer than five. */
  usualRate: number | null;
}

export const EVIDENCE_CODES = [
  'published_before',
  'claimed_twice',
  'gone',
  'not_read_to_end',
  'caption_changed',
  'no_disclosure',
  'views_fell',
  'spike',
  'low_engagement',
  'mostly_ads',
] as const;
export type EvidenceCode = (typeof EVIDENCE_CODES)[number];

export interface Finding {
  code: EvidenceCode;
  /** A sentence, for the account. */
  text: string;
  /** How far it is from what is usual, where that can be said as a number: a share or a multiple. */
  factor: number | null;
}

export interface Judgement {
  confidence: Confidence;
  /** A sentence, for both sides. */
  reason: string;
  evidence: Finding[];
}

const LEAST_DAYS = 3;
const LEAST_VIEWS = 100;

/** What both sides are told for each finding. */
const REASONS: Readonly<Record<EvidenceCode, string>> = {
  published_before: 'It was published before the creator was accepted, so its views are not paid.',
  claimed_twice: 'Two creators name this post.',
  gone: 'The post was deleted or made private.',
  not_read_to_end: 'Its numbers could not be read to the end.',
  caption_changed: 'Its caption was changed after it was found.',
  no_disclosure: 'The caption does not say that it is advertising, which the brief asks for.',
  views_fell: 'Its views have fallen.',
  spike: 'Most of its views came on one day, and with few reactions.',
  low_engagement: 'It has far fewer reactions than usual.',
  mostly_ads: 'Most of its views came from ads.',
};

/** Judges a post by its facts. The first finding gives the reason. */
export function judgePost(facts: PostFacts): Judgement {
  if (!facts.isRead)
    return {
      confidence: 'not_enough_data',
      reason: facts.isUnresolved
        ? 'Its numbers are not known: its link was not resolved. Give the address of the post itself.'
        : 'Its numbers are not known: the creator has not connected the account that it is on, or only the brand has named it.',
      evidence: facts.claimedTwice ? [CLAIMED_TWICE] : [],
    };
  const known = certain(facts);
  const { daily, views } = facts;
  const isLittle = daily.length < LEAST_DAYS || views < LEAST_VIEWS;
  const evidence = isLittle ? known : [...known, ...statistical(facts)];
  const first = evidence[0];
  if (first) return { confidence: 'needs_review', reason: REASONS[first.code], evidence };
  if (isLittle)
    return {
      confidence: 'not_enough_data',
      reason: `It takes ${LEAST_DAYS} days and ${LEAST_VIEWS} views to judge its numbers.`,
      evidence,
    };
  return { confidence: 'looks_good', reason: 'Its numbers look as usual.', evidence };
}

const CLAIMED_TWICE: Finding = {
  code: 'claimed_twice',
  text: 'Another creator sent in the same post.',
  factor: null,
};

/** What needs no statistics. */
function certain(facts: PostFacts): Finding[] {
  const found: Finding[] = [];
  const find = (holds: boolean, code: EvidenceCode, text: string) => {
    if (holds) found.push({ code, text, factor: null });
  };
  find(facts.isEarlier, 'published_before', 'Published before the application was accepted: no view counts.');
  if (facts.claimedTwice) found.push(CLAIMED_TWICE);
  find(facts.isGone, 'gone', 'The platform no longer shows it. The last numbers that it told stand.');
  find(
    facts.missesEnd,
    'not_read_to_end',
    'No numbers were read near the end of the tracking: its views by then are an estimate.',
  );
  find(facts.captionChanged, 'caption_changed', 'The caption is not the one that the post was found with.');
  find(facts.lacksDisclosure, 'no_disclosure', 'The brief asks for a disclosure such as #ad: there is none.');
  return found;
}

const FALL = 0.05;
const QUARTER = 0.25;

function statistical(facts: PostFacts): Finding[] {
  const { daily, views, adViews, fallen, usualRate } = facts;
  const found: Finding[] = [];
  if (fallen > FALL)
    found.push({
      code: 'views_fell',
      text: `Its views have fallen by ${percent(fallen)}.`,
      factor: round(fallen),
    });
  const spike = spikeOf(daily);
  if (spike) found.push(spike);
  const rate = rateOf(daily);
  if (usualRate !== null && usualRate > 0 && rate < usualRate * QUARTER)
    found.push({
      code: 'low_engagement',
      text: `It has ${percent(rate / usualRate)} of the reactions per view that this creator's posts usually have.`,
      factor: round(rate / usualRate),
    });
  if (adViews > views / 2)
    found.push({
      code: 'mostly_ads',
      text: `${percent(adViews / views)} of its views came from ads, and are not paid as views.`,
      factor: round(adViews / views),
    });
  return found;
}

/** A day with over half of all views, five times those of the median day, and few reactions to them. */
function spikeOf(daily: readonly DailyGain[]): Finding | null {
  const total = daily.reduce((sum, { views }) => sum + Math.max(views, 0), 0);
  const usual = median(daily.map(({ views }) => views));
  const top = daily.reduce((most, one) => (one.views > most.views ? one : most));
  const others = daily.filter((one) => one !== top);
  if (top.views <= total / 2 || top.views < usual * 5) return null;
  const [here, there] = [rateOf([top]), rateOf(others)];
  if (there === 0 || here >= there * QUARTER) return null;
  const factor = usual > 0 ? top.views / usual : null;
  return {
    code: 'spike',
    text: `${percent(top.views / total)} of its views came on ${top.date}, with ${percent(here / there)} of the reactions per view that other days had.`,
    factor: factor === null ? null : round(factor),
  };
}

/** Engagements a view. */
function rateOf(days: readonly DailyGain[]): number {
  const views = days.reduce((sum, one) => sum + Math.max(one.views, 0), 0);
  const engagements = days.reduce((sum, one) => sum + Math.max(one.engagements, 0), 0);
  return views === 0 ? 0 : engagements / views;
}

/** The middle value; of an even number of values the mean of both. 0 without any. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? sorted[Math.floor(half)]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

const round = (factor: number) => Math.round(factor * 100) / 100;
const percent = (share: number) => `${Math.round(share * 100)}%`;
