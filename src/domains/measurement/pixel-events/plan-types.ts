import type { IncomingEvent, PixelEventBody } from '../../../pixel/event-body.ts';
import type { ChangedConversion } from '../conversions/interface.ts';
import type { RecordedConversion, TotalsChange } from '../conversions/recorded-conversion.ts';
import type { Credit } from '../credit-targets/credit.ts';
import type { BeaconDay, DayCounts, NetworkCount } from '../pixels/interface.ts';
import type { LastTouch, Touch } from './attribute.ts';
import type { Reports } from './reports.ts';
import type { OrderReturn } from './returns.ts';

export interface StoredEvent {
  id: string;
  accountId: string;
  pixelId: string;
  name: string;
  state: 'recorded' | 'processed' | 'merged';
  occurredAt: number;
  receivedAt: number;
  matters: boolean;
  ipAddress: string | null;
  /** As all reports of it together say. */
  body: PixelEventBody;
  /** Each by itself, where there was more than one. */
  reports: Reports | null;
  credit: Credit | null;
  counted: number;
  rev: number;
}

/** What the shard holds that the batch touches. */
export interface ShardState {
  /** `pixel key` -> the event it stands for, bridges followed. */
  keys: Map<string, string>;
  events: Map<string, StoredEvent>;
  /** By the event that stands for them. */
  hits: Map<string, RecordedConversion[]>;
  lastTouch: LastTouch;
  /** What is known to have come back of an order, by `pixel order`. */
  returns: ReadonlyMap<string, OrderReturn[]>;
  /** How many events a network is known to have had: see nameOfNetwork. */
  networkEvents: (name: string) => number | undefined;
  /** Whether a pixel is verified already. */
  isVerified: (pixel: string) => boolean;
}

export interface PlanInput {
  /** `network`: what the sender's network is called on the day, where it is counted. */
  incoming: { accountId: string; network?: string | undefined; event: IncomingEvent }[];
  /** Stored events to work on again. */
  process: string[];
  /** Record only, and leave attribution to the consumer. */
  recordOnly: boolean;
  /** Whether the events may lie in the shard already, or a network have all its events: not on a batch's first try. */
  maybeStored: boolean;
  /** How many events of a day a network may have. */
  networkLimit: number;
  now: number;
}

export interface PlannedTouch extends Touch {
  accountId: string;
  key: string;
}

/** What an event left under a key. */
export interface TouchOfEvent {
  accountId: string;
  key: string;
  eventId: string;
}

/** An event that was counted without credit, under a key by which a landing that becomes known soon may still tie to it. */
export interface AwaitedTouch extends TouchOfEvent {
  /** The landing that would credit it lies between these two. Milliseconds. */
  touchedAfter: number;
  occurredAt: number;
  /** When it stops waiting. */
  until: number;
  /** The last landing under this key that was looked at. */
  seen: Touch | null;
}

export interface OutboxEvent {
  id: string;
  type: 'conversion.recorded' | 'conversion.credited' | 'conversion.returned' | 'pixel.verified';
  accountId: string;
  creatorId: string | null;
  data: Record<string, string>;
}

/** Which event a name stands for on a pixel. */
export interface KeyOfEvent {
  pixelId: string;
  key: string;
  eventId: string;
}

export interface Plan {
  added: StoredEvent[];
  changed: StoredEvent[];
  keys: KeyOfEvent[];
  /** Keys that no longer stand for the event that a browser tied them to. */
  rekeyed: (KeyOfEvent & { from: string })[];
  merges: { eventId: string; intoId: string }[];
  touches: PlannedTouch[];
  awaited: AwaitedTouch[];
  /** Waits that are over. */
  unawaited: TouchOfEvent[];
  /** Touches of events whose visitor is to be forgotten. */
  forgotten: TouchOfEvent[];
  /** What came back, as it is said now. */
  returns: OrderReturn[];
  /** How much was known to have come back of the orders that were worked on. */
  returnsSeen: { eventId: string; pixelId: string; order: string; count: number }[];
  /** Archived events whose visitor is to be forgotten. */
  denied: { accountId: string; eventId: string }[];
  newHits: RecordedConversion[];
  changedHits: ChangedConversion[];
  outbox: OutboxEvent[];
  totals: TotalsChange[];
  daily: DayCounts[];
  /** Browser events by account and day. */
  beacons: BeaconDay[];
  /** Browser events by network. */
  networks: NetworkCount[];
  /** Events of networks that have had theirs: not stored. */
  refused: IncomingEvent[];
  /** Pixels that these events verify. */
  verified: string[];
  /** What became of each incoming event: the event that now stands for it. */
  receipts: Map<string, { id: string; duplicate: boolean }>;
}
