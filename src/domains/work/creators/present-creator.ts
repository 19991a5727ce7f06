// A creator as one reader sees it: the identity and the reader's own relationship merged into one record, as
// far as their stage allows (creator-consent/stage.ts).
import { toPercent } from '../../../kit/money.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import type { ShownFile } from '../../platform/files/interface.ts';
import type { CreatorRow, FoundCreator } from '../creator-consent/creator.ts';
import { SEEN, shownName, shownVersion, stageOf } from '../creator-consent/stage.ts';
import type { Viewer } from '../creator-consent/viewer.ts';
import { type OpenRow, presentOpen } from '../retainers/retainer.ts';
import { areaOf } from './creator-input.ts';
import type { Creator } from './creator-record.ts';

interface DayRow {
  day: string;
  currency: string;
  spend: number;
  revenue: number;
  clicks: number;
  impressions: number;
  purchases: number;
  approvedSubmissions: number;
}

export interface CreatorDetails {
  /** Submissions by status, over all accounts. */
  counts: Record<string, number>;
  installs: number;
  programs: string[];
  brands: string[];
  hiddenFrom: string[];
  submissions: {
    id: string;
    status: string;
    platform: string | null;
    format: string | null;
    durationMs: number | null;
    submittedAt: number;
    /** The video, which creator-media.ts replaces by a link. */
    fileId: string | null;
    files: ShownFile[];
    programName: string;
  }[];
  days: DayRow[];
  answerMs: number | null;
  retainer: OpenRow | null;
  /** Whether the reading account has agreements that the creator has to accept, 1 or 0; null for the creator. */
  agreementsOpen: number | null;
  /** Files that the creator's own row refers to. */
  pictures: ShownFile[];
}

/** The details of a new creator. */
export const NO_DETAILS: CreatorDetails = {
  counts: {},
  installs: 0,
  programs: [],
  brands: [],
  hiddenFrom: [],
  submissions: [],
  days: [],
  answerMs: null,
  retainer: null,
  agreementsOpen: null,
  pictures: [],
};

/** The number of approved videos from which each tier begins. */
const TIER_FROM = { diamond: 100, platinum: 50, gold: 25, silver: 10, bronze: 0 } as const;

export function presentCreator(
  found: FoundCreator,
  details: CreatorDetails,
  viewer: Viewer,
  now: number,
): Creator {
  const { creator, relationship } = found;
  const stage = stageOf(viewer, found);
  const { identity, stats: figures, whole } = SEEN[stage];
  const self = stage === 'self';
  const working = relationship?.consent === 'agreed';
  // To an account that it is hidden from, the creator looks the same as one that was never listed.
  const visibility = figures ? creator.visibility : 'private';
  return {
    id: creator.id,
    name: shownName(found, viewer),
    handle: identity ? creator.handle : null,
    email: whole ? creator.email : (relationship?.enteredEmail ?? null),
    phone: whole ? creator.phone : (relationship?.enteredPhone ?? null),
    profilePicture: identity ? creator.profilePicture : null,
    image: null,
    bio: whole ? creator.bio : null,
    location: whole ? creator.location : null,
    platformHandles: whole ? creator.platformHandles : {},
    tags: relationship?.tags ?? [],
    notes: relationship?.notes ?? null,
    status: relationship?.status ?? null,
    relationship: relationship?.relationship ?? null,
    managedBy: whole ? creator.managedBy : null,
    visibility,
    chatAvailable: working,
    agreementsRequired: working && details.agreementsOpen !== null ? details.agreementsOpen === 1 : null,
    programs: details.programs,
    brands: self || viewer.partner ? details.brands : working ? [viewer.id] : [],
    retainer: details.retainer && presentOpen(details.retainer),
    payouts: whole
      ? {
          identity: { status: creator.identityStatus },
          bankAccount: creator.bankAccountStatus === null ? null : { status: creator.bankAccountStatus },
        }
      : null,
    stats: stats(figures ? details : NO_DETAILS),
    tier: tier(figures ? details : NO_DETAILS),
    performance: performance(details.days),
    referenceVideos: whole ? creator.referenceVideos : [],
    takeRate: takeRate(found, viewer),
    claim: whole ? claim(creator) : null,
    listing: visibility === 'network' ? listing(found, details, whole, now) : null,
    submissions: details.submissions.map((one) => ({
      id: one.id,
      programName: one.programName,
      platform: one.platform,
      status: one.status as Creator['submissions'][number]['status'],
      submittedAt: iso(one.submittedAt),
      duration: one.durationMs === null ? null : one.durationMs / 1000,
      format: one.format,
      thumbnailUrl: null,
      videoUrl: null,
      thumbnailImage: null,
    })),
    profile: self ? profile(creator) : null,
    hiddenFrom: self || stage === 'keeper' ? details.hiddenFrom : [],
    partnerFee: whole ? partnerFee(found, viewer) : null,
    version: shownVersion(stage, found),
    createdAt: iso(creator.createdAt),
    updatedAt: iso(Math.max(whole ? creator.updatedAt : creator.createdAt, relationship?.updatedAt ?? 0)),
  };
}

function approvedVideos({ counts }: CreatorDetails): number {
  return (counts.approved ?? 0) + (counts.live ?? 0);
}

function stats(details: CreatorDetails): Creator['stats'] {
  const approved = approvedVideos(details);
  const reviewed = approved + (details.counts.rejected ?? 0);
  return {
    approvedVideos: approved,
    pendingVideos: (details.counts.review ?? 0) + (details.counts.revision ?? 0),
    approvalRate: reviewed === 0 ? 0 : Math.round((approved * 10_000) / reviewed) / 100,
    installs: details.installs,
  };
}

function tier(details: CreatorDetails): Creator['tier'] {
  const approved = approvedVideos(details);
  const names = Object.keys(TIER_FROM) as (keyof typeof TIER_FROM)[];
  return names.find((name) => approved >= TIER_FROM[name])!;
}

/**
 * Amounts in one currency, the one with the most spend, because currencies are never converted. Approved submissions are
 * counted whatever their currency.
 */
function performance(days: DayRow[]): Creator['performance'] {
  const currency = currencyOf(days);
  if (currency === undefined) return null;
  const byDay = new Map<string, NonNullable<Creator['performance']>['days'][number]>();
  for (const row of days) {
    const sum = byDay.get(row.day) ?? {
      date: row.day,
      spend: 0,
      revenue: 0,
      clicks: 0,
      impressions: 0,
      purchases: 0,
      approvedSubmissions: 0,
    };
    sum.approvedSubmissions += row.approvedSubmissions;
    byDay.set(row.day, sum);
    if (row.currency !== currency) continue;
    sum.spend += row.spend;
    sum.revenue += row.revenue;
    sum.clicks += row.clicks;
    sum.impressions += row.impressions;
    sum.purchases += row.purchases;
  }
  return { currency, days: [...byDay.values()] };
}

/** The currency with the most spend. If several have the same, that of the newest day. */
function currencyOf(days: DayRow[]): string | undefined {
  const spent = new Map<string, number>();
  for (const { currency, spend } of days) spent.set(currency, (spent.get(currency) ?? 0) + spend);
  const most = Math.max(...spent.values());
  return days.findLast(({ currency }) => spent.get(currency) === most)?.currency;
}

function takeRate(found: FoundCreator, viewer: Viewer): Creator['takeRate'] {
  if (!viewer.partner || !found.relationship) return null;
  const custom = found.relationship.takeRateBps;
  const bps = custom ?? found.ownRateBps;
  return bps === null ? null : { percent: toPercent(bps), custom: custom !== null };
}

/**
 * Shown to the creator, the partner itself and the brands that it manages; nobody else may see the
 * commission.
 */
function partnerFee(found: FoundCreator, viewer: Viewer): Creator['partnerFee'] {
  const { feePartner, feeBps } = found;
  if (feePartner === null || feeBps === null) return null;
  const may = viewer.kind === 'creator' || viewer.id === feePartner || viewer.managedBy === feePartner;
  return may ? { partner: feePartner, percent: toPercent(feeBps) } : null;
}

function claim(creator: CreatorRow): Creator['claim'] {
  if (creator.claimedAt !== null) return { status: 'claimed' };
  return creator.claimInvitedAt === null ? null : { status: 'invited' };
}

const REQUEST_STATUS = {
  invited: 'pending',
  review: 'pending',
  live: 'accepted',
  paused: 'accepted',
  removed: 'declined',
} as const;

function listing(
  found: FoundCreator,
  details: CreatorDetails,
  whole: boolean,
  now: number,
): NonNullable<Creator['listing']> {
  const { creator, relationship } = found;
  return {
    // The headline is the beginning of the bio, so it is shown only where the bio is.
    headline: creator.bio === null || !whole ? null : creator.bio.split('\n')[0]!.slice(0, 160),
    specialty: creator.creativeStyles[0] ?? null,
    age: creator.birthDate === null ? null : ageOf(creator.birthDate, now),
    gender: creator.gender,
    categories: [...new Set(creator.interests.map(areaOf))],
    creativeStyles: creator.creativeStyles,
    interests: creator.interests,
    requestStatus: relationship ? REQUEST_STATUS[relationship.status] : null,
    audience: null,
    lastActive: isoOrNull(creator.lastActiveAt),
    responseTime: details.answerMs === null ? null : Math.round(details.answerMs / 360_000) / 10,
  };
}

function profile(creator: CreatorRow): NonNullable<Creator['profile']> {
  return {
    birthDate: creator.birthDate,
    gender: creator.gender as NonNullable<Creator['profile']>['gender'],
    interests: creator.interests,
    creativeStyles: creator.creativeStyles as NonNullable<Creator['profile']>['creativeStyles'],
    locationDetails: creator.locationDetails,
    onboardingCompletedAt: isoOrNull(creator.onboardingCompletedAt),
  };
}

/** Whole years between a birth date (YYYY-MM-DD) and a moment, in UTC. */
export function ageOf(birthDate: string, now: number): number {
  const today = new Date(now).toISOString().slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
