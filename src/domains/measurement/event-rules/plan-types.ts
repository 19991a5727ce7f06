import type { IncomingEvent, PixelEventBody } from '../../../pixel/event-body.ts';
import type { ChangedConversion } from '../conversions/interface.ts';
import type { RecordedConversion, TotalsChange } from '../conversions/recorded-conversion.ts';
import type { Credit } from '../credit-targets/credit.ts';
import type { BeaconDay, DayCounts, NetworkCount } from '../pixels/interface.ts';
import type { LastTouch, Touch } from './attribute.ts';
import type { OrderReturn } from './order-return.ts';
import type { Reports } from './reports.ts';

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
  /** Merged from all reports. */
  body: PixelEventBody;
  /** Each report by itself, if there was more than one. */
  reports: Reports | null;
  credit: Credit | null;
  counted: number;
  rev: number;
}

/** The part of the shard that concerns the batch. */
export interface ShardState {
  /** Maps `pixel key` to its event, with merges resolved. */
  keys: Map<string, string>;
  events: Map<string, StoredEvent>;
  /** Counted conversions by the event that they belong to. */
  hits: Map<string, RecordedConversion[]>;
  lastTouch: LastTouch;
  /** The known refunds, by `pixel order`. */
  returns: ReadonlyMap<string, OrderReturn[]>;
  /** Whether an account stopped a code for sales of that moment. */
  isStopped: IsStopped;
  /** The number of events counted for a network, if known: see nameOfNetwork. */
  networkEvents: (name: string) => number | undefined;
  /** Whether a pixel is verified already. */
  isVerified: (pixel: string) => boolean;
}

export type IsStopped = (accountId: string, code: string, at: number) => boolean;

export interface PlanInput {
  /** `network` is the sender's network's name for the day, if it is counted. */
  incoming: { accountId: string; network?: string | undefined; event: IncomingEvent }[];
  /** Stored events to attribute again. */
  process: string[];
  /** Only store the events, and leave attribution to the consumer. */
  recordOnly: boolean;
  /** Whether the events may be stored already, or a network may be over its limit. False on a batch's first try. */
  maybeStored: boolean;
  /** How many events a network may send per day. */
  networkLimit: number;
  now: number;
}

export interface PlannedTouch extends Touch {
  accountId: string;
  key: string;
}

/** An event's touch under a key. */
export interface TouchOfEvent {
  accountId: string;
  key: string;
  eventId: string;
}

/** An event that was counted without credit, under a key by which a later landing may still match it. */
export interface AwaitedTouch extends TouchOfEvent {
  /** A matching landing is between these two times, in milliseconds. */
  touchedAfter: number;
  occurredAt: number;
  /** When it stops waiting. */
  until: number;
  /** The last landing under this key that was considered. */
  seen: Touch | null;
}

export interface OutboxEvent {
  id: string;
  type: 'conversion.recorded' | 'conversion.credited' | 'conversion.returned' | 'pixel.verified';
  accountId: string;
  creatorId: string | null;
  data: Record<string, string>;
}

/** The event that a dedupe key identifies on a pixel. */
export interface KeyOfEvent {
  pixelId: string;
  key: string;
  eventId: string;
}

export interface Plan {
  added: StoredEvent[];
  changed: StoredEvent[];
  keys: KeyOfEvent[];
  /** Keys that now belong to a different event than the one that a browser had tied them to. */
  rekeyed: (KeyOfEvent & { from: string })[];
  merges: { eventId: string; intoId: string }[];
  touches: PlannedTouch[];
  awaited: AwaitedTouch[];
  /** Waits that are over. */
  unawaited: TouchOfEvent[];
  /** Touches of events whose visitor has to be forgotten. */
  forgotten: TouchOfEvent[];
  /** The refunds that this batch reports. */
  returns: OrderReturn[];
  /** Refunds as they were stored, of which this batch reports that they are of another order. */
  returnsMoved: OrderReturn[];
  /** The number of refunds that were known for each order when the plan was made. */
  returnsSeen: { eventId: string; pixelId: string; order: string; count: number }[];
  /** Archived events whose visitor has to be forgotten. */
  denied: { accountId: string; eventId: string }[];
  newHits: RecordedConversion[];
  changedHits: ChangedConversion[];
  outbox: OutboxEvent[];
  totals: TotalsChange[];
  daily: DayCounts[];
  /** The number of browser events by account and day. */
  beacons: BeaconDay[];
  /** The number of browser events by network. */
  networks: NetworkCount[];
  /** Events of networks over their limit, which are not stored. */
  refused: IncomingEvent[];
  /** Pixels that these events verify. */
  verified: string[];
  /** For each incoming event, the event that now represents it. */
  receipts: Map<string, { id: string; duplicate: boolean }>;
}
