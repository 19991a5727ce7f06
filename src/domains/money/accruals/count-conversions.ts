import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { accrueConversions, type Payable } from './accrue.ts';
import {
  type ConversionFact,
  listNewConversions,
  saveConversionsDone,
  saveConversionWaiting,
} from './conversion-store.ts';
import { decider } from './decide-conversion.ts';

const PAGE = 500;
const PAGES_A_RUN = 10;

/** Counts each payable conversion once, for the submission that it is credited to. */
export async function countConversions(ctx: SystemCtx): Promise<void> {
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const rows = await listNewConversions(ctx, PAGE);
    if (rows.length === 0 || !(await countPage(ctx, rows)) || rows.length < PAGE) return;
  }
}

/** @returns false when another run counted at the same time: the rest is left to the next minute. */
async function countPage(ctx: SystemCtx, rows: ConversionFact[]): Promise<boolean> {
  const decide = await decider(ctx, rows);
  const earning = new Map<string, { payable: Payable; rows: ConversionFact[] }>();
  const nothing: ConversionFact[] = [];
  const waiting: { row: ConversionFact; submissions: string[] }[] = [];
  for (const row of rows) {
    const fate = await decide.fateOf(row);
    if (fate === null) nothing.push(row);
    else if ('waitsFor' in fate) waiting.push({ row, submissions: fate.waitsFor });
    else {
      const { payable } = fate;
      const which = `${payable.row.id} ${payable.campaign?.campaignId ?? ''}`;
      const group = earning.get(which) ?? { payable, rows: [] };
      group.rows.push(row);
      earning.set(which, group);
    }
  }
  let all = await inOneBatch(ctx, (own) => {
    if (nothing.length > 0) saveConversionsDone(own, nothing);
    for (const { row, submissions } of waiting) saveConversionWaiting(own, row, submissions);
  });
  for (const group of earning.values()) {
    const counted = await inOneBatch(ctx, async (own) => {
      saveConversionsDone(own, group.rows);
      await accrueConversions(own, group.payable, group.rows);
    });
    all = all && counted;
  }
  return all;
}
