// Writes results in micro-batches. While one write is in progress, the next results collect, so that many fast
// deliveries share a round trip and a slow one holds up nobody.

import type { Env } from '../../../env.ts';
import { log } from '../../../kit/log.ts';
import { type DeliveryResult, type KeyResult, saveResults } from './delivery-store.ts';
import { type Retry, type Sleeper, wake, wakeRetries } from './wake-messages.ts';

/**
 * A write costs one commit whatever its size, so the recorder waits for this many results or this many ms, whichever
 * comes first.
 */
const LINGER_MS = 100;
const FULL = 200;

/** Queue messages to send after the result is in the database. */
export interface Afterwards {
  retry?: Retry;
  /** The delivery to hand to another batch, through the queue for its key's speed. */
  passOn?: Sleeper;
  delayMs?: number;
  now: number;
}

interface Pending {
  result: DeliveryResult;
  afterwards: Afterwards | null;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export class Recorder {
  readonly #env: Env;
  readonly #lease: string;
  #pending: Pending[] = [];
  #keys = new Map<string, KeyResult>();
  #writing = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(env: Env, lease: string) {
    this.#env = env;
    this.#lease = lease;
  }

  /** Accepts a result. Resolves when it is written and rejects when it could not be; then the lease expires. */
  add(result: DeliveryResult, afterwards: Afterwards | null): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ result, afterwards, resolve, reject });
      if (this.#pending.length >= FULL) this.flush();
      else this.#timer ??= setTimeout(() => this.flush(), LINGER_MS);
    });
  }

  /** Records what an attempt revealed about a receiver. It is written with the next results. */
  noteKey(key: KeyResult): void {
    const before = this.#keys.get(key.id);
    const goneAt = before?.url === key.url ? (before.goneAt ?? key.goneAt) : key.goneAt;
    this.#keys.set(key.id, { ...key, goneAt });
    this.#timer ??= setTimeout(() => this.flush(), LINGER_MS);
  }

  /** Writes the collected results now. If a write is already in progress, that one continues with them. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#writing && (this.#pending.length > 0 || this.#keys.size > 0)) void this.#write();
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#pending.length > 0 || this.#keys.size > 0) {
      const pending = this.#pending;
      const keys = [...this.#keys.values()];
      this.#pending = [];
      this.#keys = new Map();
      try {
        await this.#store(
          pending.map((p) => p.result),
          keys,
        );
        await this.#send(pending.flatMap((p) => (p.afterwards ? [p.afterwards] : [])));
        for (const p of pending) p.resolve();
      } catch (error) {
        for (const p of pending) p.reject(error);
      }
    }
    this.#writing = false;
  }

  async #store(results: DeliveryResult[], keys: KeyResult[]): Promise<void> {
    try {
      await saveResults(this.#env, this.#lease, results, keys);
    } catch (error) {
      // Retry once, because deliveries without a recorded result are sent again. If the first write went through after
      // all, this changes nothing.
      logFailure('record', error);
      await saveResults(this.#env, this.#lease, results, keys);
    }
  }

  async #send(all: Afterwards[]): Promise<void> {
    try {
      for (const group of Map.groupBy(all, (a) => `${a.now} ${a.delayMs ?? 0}`).values()) {
        const { now, delayMs } = group[0]!;
        const passOn = group.flatMap((a) => (a.passOn ? [a.passOn] : []));
        if (passOn.length > 0) await wake(this.#env, passOn, now, delayMs);
        const retries = group.flatMap((a) => (a.retry ? [a.retry] : []));
        if (retries.length > 0) await wakeRetries(this.#env, retries, now);
      }
    } catch (error) {
      // The rows hold the due times, so the sweep will wake them.
      logFailure('wake', error);
    }
  }
}

function logFailure(step: string, error: unknown): void {
  log('error', { job: `webhooks ${step}`, error: String(error) });
}
