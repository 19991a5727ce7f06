// What the service asks of an ad platform. Each platform is a folder beside this one with an adapter of this type, and one
// row in ../ad-platform-registry.ts; what differs between them is data (`capabilities`), not cases in the code above.
import type { Vars } from '../../env.ts';
import type { ListPage } from '../provider/read-list.ts';
import type { Caller, Site } from '../provider/site.ts';
import type { AdAdvice } from './advice.ts';
import type { AdField } from './fields.ts';
import type { Places } from './places.ts';
import type {
  AdBidding,
  AdDay,
  AdEvent,
  AdObjective,
  AdStepSpec,
  Running,
  RunningChange,
  RunningObject,
} from './steps.ts';

/** What people pick when they set a connection up, by the names of the API. */
export const CHOICES = [
  'adAccountId',
  'advertiserId',
  'businessCenterId',
  'businessId',
  'identityId',
  'organizationId',
  'pageId',
  'profileId',
] as const;

export type Choice = (typeof CHOICES)[number];
export type Selection = Partial<Record<Choice, string>>;

/** The account that money and campaigns belong to, as each platform calls it; null when none is picked. */
export const adAccountOf = ({ adAccountId, advertiserId }: Selection): string | null =>
  adAccountId ?? advertiserId ?? null;

export interface SetupOption {
  id: string;
  name: string;
  /** What it belongs to, such as an ad account's business. */
  parentId: string | null;
  /** ISO 4217, lower case; of ad accounts. */
  currency: string | null;
  timezone: string | null;
  /** Whether it can be used now. */
  status: 'active' | 'disabled' | null;
}

/** @param more what else is known about it. */
export const setupOption = (
  id: string,
  name: string,
  more: Omit<Partial<SetupOption>, 'id' | 'name'> = {},
): SetupOption => ({ id, name, parentId: null, currency: null, timezone: null, status: null, ...more });

/** The options of a connection's setup, by the field that selects one. A platform leaves out fields that it does not have. */
export type SetupOptions = Partial<Record<Choice, SetupOption[]>>;

export interface AdTokens {
  token: string;
  /** Null where the platform has none. */
  refreshToken: string | null;
  /** Milliseconds; null for a token that lives until it is refused. */
  expiresAt: number | null;
}

/** What a person's consent brought. */
export interface AdGrant extends AdTokens {
  /** The platform's ID of the person, which stays the same however often they connect. */
  user: { id: string; name: string | null };
  /** What was asked for and not given, in words for people; empty when all was. */
  missing: readonly string[];
}

/** What a field of a campaign can be picked from. */
export interface FieldChoice {
  /** What the field takes. */
  id: string;
  name: string;
}

/** Reads choices, all of them. Throws an AdError. @param objective what the campaign is for at the platform. */
export type ChoiceReader = (session: AdSession, objective: AdObjective) => Promise<FieldChoice[]>;

/** One connection at work. */
export interface AdSession extends Caller {
  /** The platform's IDs that the connection's owner picked. */
  selection: Selection;
  /** ISO 4217, lower case: what money is in. */
  currency: string;
  /** IANA name: where the ad account's days begin. */
  timezone: string;
}

export interface VideoState {
  state: 'processing' | 'ready' | 'failed';
  /** An address of a still of it, once there is one. */
  cover: string | null;
}

export interface Capabilities {
  /** As people know it. */
  name: string;
  /** What must be picked before a campaign can be made, and what else may be. */
  needs: readonly Choice[];
  takes: readonly Choice[];
  /** In the words of our consent page: what the service gets access to. */
  accessTo: readonly string[];
  objectives: readonly AdObjective[];
  events: readonly AdEvent[];
  /** In a campaign for an app, where those are fewer. */
  appEvents?: readonly AdEvent[];
  /** What its reports count. Of all of them they tell what purchases were worth. */
  results: readonly AdEvent[];
  /** What it takes in `settings` and `tracking` of a campaign. */
  fields: readonly AdField[];
  /** Where the fields that its refusals name come from. */
  places: Places;
  /** What it is likely to want, told as warnings. */
  advice: readonly AdAdvice[];
  /** Whether a block of settings under its name adds it to a campaign of another platform. */
  addable: boolean;
  adsAnAdSet: number;
  /** In a campaign for an app, where that is fewer. */
  adsAnAppAdSet?: number;
  /** Where a budget stands. */
  budget: 'ad_set' | 'campaign';
  /** Whether the platform itself keeps to what a campaign may spend, and lets that change. */
  cap?: true;
  /** The least that can be, in dollars or what they are worth. */
  leastCap?: number;
  /** Whether a campaign of a special ad category says itself in which countries it is shown. */
  categoryCountries?: true;
  /** A budget of a day needs a campaign that is longer than so many hours. */
  dailyHours?: number;
  /** Whether an ad's content is made before it as an object of its own (a `creative` step), or within the ad's. */
  creatives: 'own' | 'in_ad';
  /** Whether unequal shares of ad sets can be kept. */
  shares: boolean;
  /** A budget's floor is read from the platform, or this many minor units a day in USD. */
  budgetFloor: 'platform' | { usd: number };
  /** The most characters; `appHeadline` where ads for apps take fewer. */
  text: { name: number; primaryText: number; headline: number; appHeadline?: number };
  video: { types: readonly string[]; maxBytes: number; minSeconds: number; maxSeconds: number };
  /** What an audience's ages may begin and end with, where not with any; 65 stands for everybody who is older, too. */
  ages?: { from: readonly number[]; to: readonly number[] };
  /** Whether ads for apps find their people by themselves: only places are chosen. */
  appsFindPeople?: true;
  /** Whether ads can bear a creator's name. */
  partnerAds: boolean;
  /** How the bidding of an ad set can be changed. */
  biddings: readonly AdBidding['strategy'][];
  interests: boolean;
  audiences: boolean;
  /** What archiving does there, as not every platform has an archive. */
  archive: 'archived' | 'deleted' | 'paused';
  /** Whether its ads show a square logo, an image that stays in the ad account. */
  logos: boolean;
  copies: readonly Running[];
  /** The objects that can be renamed. */
  renames: readonly Running[];
}

export interface AdPlatform {
  capabilities: Capabilities;
  /** Where the options of a campaign's fields are read from, by the paths of the fields. */
  choices: Readonly<Record<string, ChoiceReader>>;
  /** Whether the deployment has what it takes to connect. */
  configured(vars: Vars): boolean;
  /** The way to the platform by the deployment's settings. Throws unavailable where its app is not set. */
  site(vars: Vars): Site;
  /** Where the person consents. */
  authorizeUrl(site: Site, consent: { state: string; redirectUri: string }): string;
  /** @param now milliseconds, from which a token's life counts. */
  exchangeCode(site: Site, answer: { code: string; redirectUri: string; now: number }): Promise<AdGrant>;
  /** Fresh tokens for one that ends; null where only the person's consent gives one. */
  renew: ((site: Site, refreshToken: string, now: number) => Promise<AdTokens>) | null;
  /** Takes back everything that the person gave the service at the platform. */
  revoke(site: Site, tokens: Pick<AdTokens, 'token' | 'refreshToken'>): Promise<void>;

  /** @param chosen narrows what depends on it. */
  setup(session: AdSession, chosen: Selection): Promise<SetupOptions>;
  /** The least budget of a day in the account's minor unit; null where nobody knows it in its currency. */
  budgetFloor(session: AdSession): Promise<number | null>;

  /** Makes one thing, paused. Throws an AdError; when that may have happened all the same, `find` tells. */
  create(session: AdSession, step: AdStepSpec): Promise<{ id: string }>;
  /** What an earlier try of the step made. */
  find(session: AdSession, step: AdStepSpec): Promise<{ id: string } | null>;
  videoState(session: AdSession, id: string): Promise<VideoState>;
  /** Campaigns with all in them as they are now. What is gone is not among it. */
  state(session: AdSession, campaigns: readonly string[]): Promise<RunningObject[]>;
  setRunning(
    session: AdSession,
    kind: Running,
    id: string,
    to: 'active' | 'paused' | 'archived',
  ): Promise<void>;
  change(session: AdSession, kind: Running, id: string, change: RunningChange): Promise<void>;
  /** Copies, paused: the copy, or a task that ends with it. */
  copy(
    session: AdSession,
    what: { kind: Running; id: string; into: string | null; suffix: string },
  ): Promise<{ id: string } | { task: string }>;
  /** What became of the copy; null while the platform is at it. */
  copied(session: AdSession, kind: Running, task: string): Promise<{ id: string } | null>;
  days(
    session: AdSession,
    range: { since: string; until: string; next: string | null },
  ): Promise<ListPage<AdDay>>;
  interests(
    session: AdSession,
    q: string,
    next: string | null,
  ): Promise<ListPage<{ id: string; name: string }>>;
  audiences(
    session: AdSession,
    next: string | null,
  ): Promise<ListPage<{ id: string; name: string; ready: boolean }>>;
}
