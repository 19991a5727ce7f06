// Delivers the webhooks that a batch of queue messages woke: one claim, a bounded number of concurrent requests, and
// results recorded as they arrive. The batch waits at most SLOW_MS for a receiver. After that the message counts as
// handled and the request continues in the background: the row is leased, so the sweep finds it again if this run dies.

import type { SystemCtx } from '../../../context.ts';
import { WAKE_GRACE_MS } from '../../../db/outbox.ts';
import * as clock from '../../../kit/clock.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { Deadlines } from './deadlines.ts';
import {
  type ClaimedRow,
  claim,
  type DeliveryResult,
  LEASE_MS,
  PASSED_FOR_MS,
  SLOW_MS,
  savePassedOn,
  type Wake,
} from './delivery-store.ts';
import { sentData } from './event.ts';
import { type Afterwards, Recorder } from './recorder.ts';
import { afterFailure, givenUpBefore } from './retry-schedule.ts';
import { deliveryBody, type Exchange, sendDelivery, TIMEOUT_MS } from './send-delivery.ts';
import { LONGEST_DELAY_MS, wake } from './wake-messages.ts';

export { LEASE_MS };

export type Speed = 'fast' | 'slow';

/** The platform's connection limit per invocation. More requests would wait inside fetch and look slow. */
const IN_FLIGHT = 6;
/** Concurrent requests to one key. Fewer in the slow queue, so that one receiver cannot fill it. */
const PER_KEY = { fast: 6, slow: 2 } as const;
/** The slow queue's pause before it tries a receiver again that took too long to answer. */
const PUT_OFF_MS = 10 * SECOND_MS;
/** A request is started only if the lease will outlast it. */
const LEASE_MARGIN_MS = TIMEOUT_MS + 5 * SECOND_MS;

/** Keys that answered well recently in this isolate, so they need no trial request first. */
const trusted = new Map<string, number>();
const TRUSTED_FOR_MS = MINUTE_MS;
const TRUSTED_LIMIT = 5_000;

interface Job {
  row: ClaimedRow;
  /** The milliseconds to add to the wall clock, because a cron run can be for a moment other than now. */
  offset: number;
  settled: Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

interface KeyLine {
  key: string;
  /** Whether the key counts as slow: as stored, or as it will be once the results are written. */
  slow: boolean;
  waiting: Job[];
  inFlight: number;
  limit: number;
}

export interface WokenMessage {
  ids: string[];
  event: string | null;
  /** The time that the run treats as now, in ms: the present, unless a cron asked for another moment. */
  at: number;
}

/**
 * @param defer takes work that may continue after the batch (waitUntil).
 * @returns a promise for each message: it resolves when the message may be acknowledged, and rejects when its results
 * could not be written.
 */
export async function deliverBatch(
  ctx: SystemCtx,
  messages: WokenMessage[],
  speed: Speed,
  defer: (task: Promise<unknown>) => void,
): Promise<Promise<unknown>[]> {
  const run = new DeliveryRun(ctx, speed, defer);
  return await run.start(messages);
}

class DeliveryRun {
  readonly #ctx: SystemCtx;
  readonly #speed: Speed;
  readonly #defer: (task: Promise<unknown>) => void;
  readonly #lease = randomBase62(16);
  readonly #recorder: Recorder;
  readonly #lines = new Map<string, KeyLine>();
  readonly #patience = new Deadlines(SLOW_MS);
  readonly #timeouts = new Deadlines(TIMEOUT_MS);
  #inFlight = 0;
  /** How many of the requests in flight the batch no longer waits for. */
  #leftBehind = 0;

  constructor(ctx: SystemCtx, speed: Speed, defer: (task: Promise<unknown>) => void) {
    this.#ctx = ctx;
    this.#speed = speed;
    this.#defer = defer;
    this.#recorder = new Recorder(ctx.env, this.#lease);
  }

  async start(messages: WokenMessage[]): Promise<Promise<unknown>[]> {
    const present = clock.now();
    const wakes: Wake[] = messages.map(({ ids, event, at }) => ({ ids, event, now: Math.max(present, at) }));
    const rows = await claim(this.#ctx.env, wakes, this.#speed, this.#lease);
    const settled = new Map<string, Promise<unknown>>();
    const spared = rows.filter((row) => row.held === 0);
    if (spared.length > 0) {
      const passed = this.#passUnclaimed(spared);
      for (const row of spared) settled.set(row.id, passed);
    }
    for (const row of rows) {
      if (row.held === 0) continue;
      const job = newJob(row, row.now - present);
      settled.set(row.id, job.settled);
      this.#lineOf(row).waiting.push(job);
    }
    this.#pump();
    const byEvent = Map.groupBy(rows, (row) => row.event_id);
    return wakes.map(({ ids, event }) => {
      const own = event === null ? ids : [...ids, ...(byEvent.get(event) ?? []).map((row) => row.id)];
      return Promise.all(own.map((id) => settled.get(id)));
    });
  }

  /** Hands deliveries of slow keys to the slow queue. This run never claimed them. */
  async #passUnclaimed(rows: ClaimedRow[]): Promise<void> {
    await savePassedOn(this.#ctx.env, rows);
    for (const [now, group] of Map.groupBy(rows, (row) => row.now)) {
      const sleepers = group.map((row) => ({ id: row.id, key: row.key_id, slow: true }));
      await wake(this.#ctx.env, sleepers, now);
    }
  }

  #lineOf({ key_id: key, key: { webhook_slow } }: ClaimedRow): KeyLine {
    let line = this.#lines.get(key);
    if (!line) {
      // An unknown receiver gets one request first: if it hangs, it holds one connection instead of all of them.
      const known = (trusted.get(key) ?? 0) > clock.now();
      const limit = this.#speed === 'fast' && !known ? 1 : PER_KEY[this.#speed];
      line = { key, slow: webhook_slow === 1, waiting: [], inFlight: 0, limit };
      this.#lines.set(key, line);
    }
    return line;
  }

  /** Starts as many requests as may run at once, taking turns among the keys. */
  #pump(): void {
    for (let begun = true; begun && this.#inFlight < IN_FLIGHT; ) {
      begun = false;
      for (const line of this.#lines.values()) {
        if (this.#inFlight >= IN_FLIGHT) break;
        if (line.inFlight >= line.limit) continue;
        const job = line.waiting.shift();
        if (!job) continue;
        begun = true;
        this.#begin(line, job);
      }
    }
    if (this.#inFlight === this.#leftBehind) this.#recorder.flush();
  }

  #begin(line: KeyLine, job: Job): void {
    const { row } = job;
    const now = clock.now() + job.offset;
    if (row.leased_until - now < LEASE_MARGIN_MS) {
      this.#passOn(job, this.#speed === 'slow', 0);
      return;
    }
    const over = row.retries_since < givenUpBefore(now) && row.attempts > row.earlier_attempts;
    if (
      over ||
      row.key.webhook_url === null ||
      row.key.webhook_secret === null ||
      row.key.revoked_at !== null
    ) {
      void this.#settle(job, this.#result(row, { status: 'failed', nextAttemptAt: null }), null);
      return;
    }
    this.#inFlight++;
    line.inFlight++;
    let late = false;
    const patience = this.#patience.begin(() => {
      late = true;
      this.#leftBehind++;
      this.#noteKey(line, row.key.webhook_url!, true, null);
      this.#close(line);
      this.#defer(attempt);
      job.resolve();
      if (this.#leftBehind === IN_FLIGHT) this.#giveWay();
      this.#pump();
    });
    const attempt = this.#attempt(line, job, row.key.webhook_url, row.key.webhook_secret, () => {
      this.#patience.meet(patience);
      if (late) this.#leftBehind--;
    });
  }

  async #attempt(line: KeyLine, job: Job, url: string, secret: string, answered: () => void): Promise<void> {
    const { row } = job;
    const request = {
      event: row.event_id,
      url,
      body: bodyOf(row),
      secrets: secretsOf(row, secret, clock.now() + job.offset),
    };
    const exchange = await sendDelivery(request, this.#ctx.vars.ALLOW_LOCAL_URLS, this.#timeouts);
    answered();
    this.#inFlight--;
    line.inFlight--;
    const well = exchange.error === null && exchange.latencyMs <= SLOW_MS;
    this.#noteKey(line, url, !well, exchange.status === 410 ? exchange.startedAt + job.offset : null);
    if (well) {
      line.limit = PER_KEY[this.#speed];
      trust(row.key_id);
    } else {
      trusted.delete(row.key_id);
      if (this.#speed === 'fast') this.#close(line);
    }
    const recorded = this.#recordAttempt(job, url, exchange);
    this.#pump();
    await recorded;
  }

  #recordAttempt(job: Job, url: string, exchange: Exchange): Promise<void> {
    const { row } = job;
    const at = exchange.startedAt + job.offset;
    const finishedAt = at + exchange.latencyMs;
    const attempts = row.attempts + 1;
    const { status, latencyMs, error, body } = exchange;
    const attempt = { number: attempts, at, url, status, latencyMs, error, body };
    if (error === null) {
      const delivered = {
        status: 'delivered',
        attempts,
        nextAttemptAt: null,
        deliveredAt: finishedAt,
      } as const;
      return this.#settle(job, this.#result(row, { ...delivered, attempt }), null);
    }
    const made = attempts - row.earlier_attempts;
    const next = afterFailure(
      { id: row.id, made, retriesSince: row.retries_since },
      finishedAt,
      exchange.retryAfterMs,
    );
    if (next.status === 'failed') {
      const failed = { status: 'failed', attempts, nextAttemptAt: null } as const;
      return this.#settle(job, this.#result(row, { ...failed, attempt }), null);
    }
    const { nextAttemptAt } = next;
    // If a queue message will wake the delivery, the sweep waits a moment longer before it does.
    const queued = nextAttemptAt - finishedAt <= LONGEST_DELAY_MS;
    const wakeAt = nextAttemptAt + (queued ? WAKE_GRACE_MS : 0);
    return this.#settle(job, this.#result(row, { attempts, nextAttemptAt, wakeAt, attempt }), {
      retry: { id: row.id, at: nextAttemptAt },
      now: finishedAt,
    });
  }

  /**
   * Stops serving a key in this batch. Its remaining deliveries go to the slow queue, or to the end of it if this is
   * the slow queue.
   */
  #close(line: KeyLine): void {
    const delayMs = this.#speed === 'fast' ? 0 : PUT_OFF_MS;
    for (const job of line.waiting.splice(0)) this.#passOn(job, true, delayMs);
  }

  /** When hanging receivers hold every connection, the remaining deliveries go to another batch. */
  #giveWay(): void {
    for (const line of this.#lines.values()) {
      for (const job of line.waiting.splice(0)) this.#passOn(job, this.#speed === 'slow', 0);
    }
  }

  /**
   * Releases a delivery for another batch to try. A delayed one is not due before its delay ends: if two messages wake
   * it, the second finds nothing to do instead of delaying it again.
   */
  #passOn(job: Job, slow: boolean, delayMs: number): void {
    const { id, key_id: key, next_attempt_at } = job.row;
    const at = clock.now() + job.offset + delayMs;
    const nextAttemptAt = delayMs > 0 ? at : next_attempt_at;
    void this.#settle(job, this.#result(job.row, { nextAttemptAt, wakeAt: at + PASSED_FOR_MS }), {
      passOn: { id, key, slow },
      delayMs,
      now: at,
    });
  }

  #noteKey(line: KeyLine, url: string, slow: boolean, goneAt: number | null): void {
    if (slow === line.slow && goneAt === null) return;
    line.slow = slow;
    this.#recorder.noteKey({ id: line.key, url, slow, goneAt });
  }

  #result(row: ClaimedRow, changes: Partial<DeliveryResult>): DeliveryResult {
    return {
      id: row.id,
      status: 'pending',
      attempts: row.attempts,
      nextAttemptAt: row.next_attempt_at,
      wakeAt: row.next_attempt_at,
      deliveredAt: null,
      attempt: null,
      ...changes,
    };
  }

  /** Never rejects. If a result cannot be written, its message fails and is retried after the lease expires. */
  #settle(job: Job, result: DeliveryResult, afterwards: Afterwards | null): Promise<void> {
    return this.#recorder.add(result, afterwards).then(job.resolve, job.reject);
  }
}

function newJob(row: ClaimedRow, offset: number): Job {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // The holder of the message sees the rejection. Without this handler it would also count as unhandled.
  promise.catch(() => {});
  return { row, offset, settled: promise, resolve, reject };
}

function bodyOf(row: ClaimedRow): string {
  const stored = JSON.parse(row.data) as Record<string, string>;
  const data = sentData({ data: stored, viaRoster: row.via_roster === 1, creatorId: row.creator_id });
  return deliveryBody({ id: row.event_id, type: row.type, account: row.account_id, data });
}

function secretsOf(row: ClaimedRow, secret: string, now: number): string[] {
  const rotating = row.key.previous_secret !== null && (row.key.previous_secret_until ?? 0) > now;
  return rotating ? [secret, row.key.previous_secret!] : [secret];
}

function trust(key: string): void {
  if (trusted.size >= TRUSTED_LIMIT) trusted.clear();
  trusted.set(key, clock.now() + TRUSTED_FOR_MS);
}
