import type { SystemCtx } from '../../../context.ts';
import { describeError, log } from '../../../kit/log.ts';
import { eraseFiles } from '../../platform/files/erase-files.ts';
import { eraseSearches } from '../message-search/erase-searches.ts';
import { objectOf } from '../thread-log/interface.ts';
import type { ErasureRow } from './erasure.ts';
import {
  deleteNotesInProgramsNow,
  deleteReportedNow,
  listErasures,
  listThreadsOf,
  saveErasureNow,
} from './erasure-store.ts';

/** What one run does. */
const ERASURES = 5;
const STEPS = 300;
const THREADS_AT_ONCE = 100;
const FILES_AT_ONCE = 50;

/** Goes on with erasures that were begun. Each step may run twice, and is saved once. A job. */
export async function continueErasures(ctx: SystemCtx): Promise<void> {
  for (const row of await listErasures(ctx, ERASURES)) {
    try {
      await new Run(ctx, row).go();
    } catch (error) {
      log('error', { erasure: row.side, phase: row.phase, error: describeError(error) });
    }
  }
}

class Run {
  readonly #ctx: SystemCtx;
  #row: ErasureRow;
  #threads: string[] = [];

  constructor(ctx: SystemCtx, row: ErasureRow) {
    this.#ctx = ctx;
    this.#row = row;
  }

  async go(): Promise<void> {
    for (let steps = 0; steps < STEPS && this.#row.phase !== 'done'; steps++) {
      const changes = await this.#step();
      const row = changes && (await saveErasureNow(this.#ctx, this.#row, changes));
      if (!row) return;
      this.#row = row;
      // A report that is being written may still show what was there: none is a minute later.
      if (changes.phase === 'reports') return;
    }
    if (this.#row.phase === 'done') log('warn', { erased: this.#row.side, threads: this.#row.threads });
  }

  /** @returns how far it is then; null when it waits for something else. */
  async #step(): Promise<Partial<ErasureRow> | null> {
    const { side, phase } = this.#row;
    switch (phase) {
      case 'messages':
        return await this.#ofThread('told', async (thread) => await this.#empty(thread));
      case 'told':
        return await this.#ofThread('files', async (thread) =>
          (await objectOf(this.#ctx.env, thread).tell()) ? { thread } : null,
        );
      case 'files': {
        const all = await eraseFiles(this.#ctx, side, 'chat_attachment', FILES_AT_ONCE);
        return { phase: all ? 'search' : phase };
      }
      case 'search':
        return { phase: (await eraseSearches(this.#ctx.env, side)) ? 'reports' : phase };
      case 'reports':
        if (this.#row.thread === '') await deleteNotesInProgramsNow(this.#ctx, side);
        return await this.#ofThread('done', async (thread) => {
          await deleteReportedNow(this.#ctx, side, thread);
          return { thread };
        });
      default:
        return null;
    }
  }

  /** What to do in the next thread; `next` is the phase after the last one. */
  async #ofThread(
    next: ErasureRow['phase'],
    act: (thread: string) => Promise<Partial<ErasureRow> | null>,
  ): Promise<Partial<ErasureRow> | null> {
    const { side, thread: last } = this.#row;
    this.#threads = this.#threads.filter((thread) => thread > last);
    if (this.#threads.length === 0)
      this.#threads = await listThreadsOf(this.#ctx, side, last, THREADS_AT_ONCE);
    const [thread] = this.#threads;
    if (thread !== undefined) return await act(thread);
    this.#threads = [];
    return { phase: next, thread: '', ...(next === 'done' && { finishedAt: this.#ctx.now }) };
  }

  async #empty(thread: string): Promise<Partial<ErasureRow>> {
    const { side, staff, after, threads } = this.#row;
    const by = { side, caller: `staff:${staff}`, now: this.#ctx.now, limits: null };
    const next = await objectOf(this.#ctx.env, thread).erase(by, after);
    return next === null ? { thread, after: 0, threads: threads + 1 } : { after: next };
  }
}
