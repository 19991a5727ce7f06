// The interface of an ad platform. Each platform has a folder next to this one with an adapter of this type, and a row
// in ../ad-platform-registry.ts. Differences between platforms are data (`capabilities`), not cases in the code above.
import type { Connectable } from '../provider/connectable.ts';
import type { ListPage } from '../provider/read-list.ts';
import type { Caller } from '../provider/site.ts';
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

/** What people select when they set up a connection, as the API names it. */
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

/** The ad account, under whichever name the platform uses; null when none is selected. */
export const adAccountOf = ({ adAccountId, advertiserId }: Selection): string | null =>
  adAccountId ?? advertiserId ?? null;

export interface SetupOption {
  id: string;
  name: string;
  /** The ID of its parent, such as an ad account's business. */
  parentId: string | null;
  /** For ad accounts: ISO 4217, lower case. */
  currency: string | null;
  timezone: string | null;
  /** Whether it can be used now; null when the platform does not say. */
  status: 'active' | 'disabled' | null;
}

/** @param more anything else that is known about it. */
export const setupOption = (
  id: string,
  name: string,
  more: Omit<Partial<SetupOption>, 'id' | 'name'> = {},
): SetupOption => ({ id, name, parentId: null, currency: null, timezone: null, status: null, ...more });

/**
 * The options of a connection's setup, by the field that selects one. A platform leaves out fields that it does not
 * have.
 */
export type SetupOptions = Partial<Record<Choice, SetupOption[]>>;

/** An option for a field of a campaign. */
export interface FieldChoice {
  /** The value to put into the field. */
  id: string;
  name: string;
}

/** Reads the whole list of options. Throws an AdError. @param objective the campaign's objective at the platform. */
export type ChoiceReader = (session: AdSession, objective: AdObjective) => Promise<FieldChoice[]>;

/** A connection in use. */
export interface AdSession extends Caller {
  /** The platform's IDs that the connection's owner selected. */
  selection: Selection;
  /** The ad account's currency: ISO 4217, lower case. */
  currency: string;
  /** The ad account's time zone, in which its days begin: an IANA name. */
  timezone: string;
}

/** A creator's post that an ad may show. */
export interface CreatorPost {
  /** The platform's ID. */
  id: string;
  url: string | null;
  /** Who published it, as the platform calls them. */
  handle: string | null;
  caption: string | null;
}

/** What the platform says of a creator's permission to show a post as an ad. */
export interface PlatformPermission {
  post: CreatorPost;
  /** Whether ads may show it now. */
  holds: boolean;
  /** In milliseconds; null where the platform tells no end. */
  endsAt: number | null;
}

/** What a permission is found by: the creator's code, or the post's URL. */
export type PermissionOf = { code: string } | { url: string };

export interface VideoState {
  state: 'processing' | 'ready' | 'failed';
  /** The URL of a thumbnail, once there is one. */
  cover: string | null;
}

export interface Capabilities {
  /** The name that people know. */
  name: string;
  /** The selections that are required before a campaign can be created, and the optional ones. */
  needs: readonly Choice[];
  takes: readonly Choice[];
  objectives: readonly AdObjective[];
  /** Its kinds of campaigns, as plans of the business API name them, with the objectives of each; null for all. */
  variants: Readonly<Record<string, readonly AdObjective[] | null>>;
  events: readonly AdEvent[];
  /** The events of app campaigns, if they are fewer. */
  appEvents?: readonly AdEvent[];
  /** The events that its reports count. All platforms report the revenue of purchases. */
  results: readonly AdEvent[];
  /** The fields that it accepts in a campaign's `settings` and `tracking`. */
  fields: readonly AdField[];
  /** The campaign fields that belong to the platform's own field names, for its refusals. */
  places: Places;
  /** Its recommendations, which are shown as warnings. */
  advice: readonly AdAdvice[];
  /** Whether a campaign on another platform can add it by a block of settings under its name. */
  addable: boolean;
  adsAnAdSet: number;
  /** The limit for app campaigns, if it is lower. */
  adsAnAppAdSet?: number;
  /** Where the platform sets a budget. */
  budget: 'ad_set' | 'campaign';
  /** Whether the platform itself enforces a lifetime spending cap, and lets it be changed. */
  cap?: true;
  /** The lowest cap, in dollars or the equivalent. */
  leastCap?: number;
  /** Whether a campaign with a special ad category names the countries where it is shown. */
  categoryCountries?: true;
  /** A daily budget requires a campaign longer than this many hours. */
  dailyHours?: number;
  /** Whether an ad's content is created first as a separate object (a `creative` step), or within the ad. */
  creatives: 'own' | 'in_ad';
  /** Whether ad sets can have unequal shares. */
  shares: boolean;
  /** Whether the minimum daily budget is read from the platform, or is this amount in US cents. */
  budgetFloor: 'platform' | { usd: number };
  /** The maximum lengths in characters; `appHeadline` if app ads have a shorter limit. */
  text: { name: number; primaryText: number; headline: number; appHeadline?: number };
  video: { types: readonly string[]; maxBytes: number; minSeconds: number; maxSeconds: number };
  /** The ages at which an audience may begin and end, if only some are allowed. 65 also includes everybody older. */
  ages?: { from: readonly number[]; to: readonly number[] };
  /** Whether the ads of app campaigns have a name there. By default they do. */
  appAdNames?: boolean;
  /** Whether the platform picks the audience of app ads itself. Then only locations can be set. */
  appsFindPeople?: true;
  /** Whether ads can use a creator's identity. */
  partnerAds: boolean;
  /** The bidding strategies that an ad set can be changed to. */
  biddings: readonly AdBidding['strategy'][];
  interests: boolean;
  audiences: boolean;
  /** What archiving does on this platform, since not every platform has an archive. */
  archive: 'archived' | 'deleted' | 'paused';
  /** Whether its ads show a square logo, which is an image in the ad account. */
  logos: boolean;
  copies: readonly Running[];
  /** The objects that can be renamed. */
  renames: readonly Running[];
}

/** What people connect an ad platform for, as our consent page says it. */
export const ADVERTISE = 'advertise with your accounts';

export interface AdPlatform extends Connectable {
  revoke: NonNullable<Connectable['revoke']>;
  capabilities: Capabilities;
  /** Reads the options of a campaign's fields, by the fields' paths. */
  choices: Readonly<Record<string, ChoiceReader>>;

  /** @param chosen narrows the options that depend on other selections. */
  setup(session: AdSession, chosen: Selection): Promise<SetupOptions>;
  /** The minimum daily budget in the account's minor unit; null when it is not known for its currency. */
  budgetFloor(session: AdSession): Promise<number | null>;

  /** What the platform keeps of values that it is sent, where that is not always the same. */
  keeps?: {
    name?: (name: string) => string;
    /** In the currency's minor unit. */
    budget?: (amount: number, currency: string) => number;
  };
  /** Creates one object, paused. Throws an AdError. If the object may have been created all the same, `find` tells. */
  create(session: AdSession, step: AdStepSpec): Promise<{ id: string }>;
  /** Finds what an earlier try of the step created. */
  find(session: AdSession, step: AdStepSpec): Promise<{ id: string } | null>;
  /**
   * Reads the permission that a creator gave by a code, or for a post that the brand may advertise without one; null
   * when the platform knows no such code or post. Throws an AdError. Null on a platform whose ads cannot use a
   * creator's identity.
   */
  readPermission: ((session: AdSession, of: PermissionOf) => Promise<PlatformPermission | null>) | null;
  videoState(session: AdSession, id: string): Promise<VideoState>;
  /** The current state of campaigns with their ad sets and ads. Deleted objects are left out. */
  state(session: AdSession, campaigns: readonly string[]): Promise<RunningObject[]>;
  setRunning(
    session: AdSession,
    kind: Running,
    id: string,
    to: 'active' | 'paused' | 'archived',
  ): Promise<void>;
  change(session: AdSession, kind: Running, id: string, change: RunningChange): Promise<void>;
  /** Creates a paused copy. Returns the copy, or a task that creates it. */
  copy(
    session: AdSession,
    what: { kind: Running; id: string; into: string | null; suffix: string },
  ): Promise<{ id: string } | { task: string }>;
  /** The result of a copy task; null while it is running. */
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
