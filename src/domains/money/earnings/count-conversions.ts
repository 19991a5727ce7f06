import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { conversionsOf, type Pay } from '../../work/programs/pay.ts';
import { listWork, termsOf, workById } from '../../work/submissions/interface.ts';
import { type SubmissionRow, wasApproved } from '../../work/submissions/submission.ts';
import { accrueConversions, type Work } from './accrue.ts';
import {
  type ConversionFact,
  listNewConversions,
  saveConversionsDone,
  saveConversionWaiting,
} from './conversion-store.ts';
import { isApproved } from './earns-by-rules.ts';

const PAGE = 500;
const PAGES_A_RUN = 10;

/** What is to become of a conversion: it earns for this work, waits until one of these is approved again, or earns nothing. */
type Fate = { work: Work } | { waitsFor: string[] } | null;

/** Counts the conversions that became payable for the work that they are credited to, each once. */
export async function countConversions(ctx: SystemCtx): Promise<void> {
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const rows = await listNewConversions(ctx, PAGE);
    if (rows.length === 0 || !(await countPage(ctx, rows)) || rows.length < PAGE) return;
  }
}

/** @returns false when another run was at it too: the rest is the next minute's. */
async function countPage(ctx: SystemCtx, rows: ConversionFact[]): Promise<boolean> {
  const decide = new Decider(
    ctx,
    await workById(
      ctx,
      rows.flatMap((row) => row.submissionId ?? []),
    ),
  );
  const earning = new Map<string, { work: Work; rows: ConversionFact[] }>();
  const nothing: ConversionFact[] = [];
  const waiting: { row: ConversionFact; submissions: string[] }[] = [];
  for (const row of rows) {
    const fate = await decide.fateOf(row);
    if (fate === null) nothing.push(row);
    else if ('waitsFor' in fate) waiting.push({ row, submissions: fate.waitsFor });
    else {
      const group = earning.get(fate.work.row.id) ?? { work: fate.work, rows: [] };
      group.rows.push(row);
      earning.set(fate.work.row.id, group);
    }
  }
  let all = await inOneBatch(ctx, (own) => {
    if (nothing.length > 0) saveConversionsDone(own, nothing);
    for (const { row, submissions } of waiting) saveConversionWaiting(own, row, submissions);
  });
  for (const group of earning.values()) {
    const counted = await inOneBatch(ctx, async (own) => {
      saveConversionsDone(own, group.rows);
      await accrueConversions(own, group.work, group.rows);
    });
    all = all && counted;
  }
  return all;
}

class Decider {
  readonly #ctx: SystemCtx;
  readonly #linked: Map<string, SubmissionRow>;
  readonly #terms = new Map<string, Promise<Pay>>();

  constructor(ctx: SystemCtx, linked: Map<string, SubmissionRow>) {
    this.#ctx = ctx;
    this.#linked = linked;
  }

  async fateOf(fact: ConversionFact): Promise<Fate> {
    return fact.submissionId === null
      ? await this.#byCode(fact)
      : await this.#byLink(fact, fact.submissionId);
  }

  async #byLink(fact: ConversionFact, id: string): Promise<Fate> {
    const row = this.#linked.get(id);
    if (!row || !(await this.#pays(row, fact))) return null;
    return isApproved(row) ? { work: await this.#work(row) } : { waitsFor: [id] };
  }

  /** A code names a creator: the conversion is paid for the newest work that has a rule for it and was there by then. */
  async #byCode(fact: ConversionFact): Promise<Fate> {
    const waitsFor: string[] = [];
    for (const row of await listWork(this.#ctx, fact.accountId, fact.creatorId, fact.occurredAt)) {
      if (!(await this.#pays(row, fact))) continue;
      if (isApproved(row)) return { work: await this.#work(row) };
      waitsFor.push(row.id);
    }
    return waitsFor.length > 0 ? { waitsFor } : null;
  }

  async #pays(row: SubmissionRow, fact: ConversionFact): Promise<boolean> {
    if (row.retainerId !== null || row.accountId !== fact.accountId) return false;
    // Credit is a fact and stays; only what happened while the work was approved or live earns.
    if (!wasApproved(row, fact.occurredAt)) return false;
    return conversionsOf((await this.#termsOf(row)).rules).includes(fact.conversionId);
  }

  async #work(row: SubmissionRow): Promise<Work> {
    return { row, terms: await this.#termsOf(row) };
  }

  #termsOf(row: SubmissionRow): Promise<Pay> {
    let terms = this.#terms.get(row.id);
    if (!terms) {
      terms = termsOf(this.#ctx, row);
      this.#terms.set(row.id, terms);
    }
    return terms;
  }
}
