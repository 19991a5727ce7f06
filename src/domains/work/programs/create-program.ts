import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import { NO_PAY } from '../program-terms/pay.ts';
import type { Program, ProgramCreate, ProgramRow } from '../program-terms/program.ts';
import { insertPay, insertProgram } from './change-store.ts';
import { presentOne } from './present-programs.ts';
import { programChanges } from './program-changes.ts';
import { checkOpenDates } from './update-program.ts';

/** Creates a program, as a draft unless the input asks for live. */
export async function createProgram(ctx: Ctx, input: z.output<typeof ProgramCreate>): Promise<Program> {
  const blank = blankProgram(ctx, actingAccount(ctx.actor).id, input.name);
  const { status, type, ...fields } = input;
  const changes = await programChanges(ctx, blank, fields);
  const row: ProgramRow = {
    ...blank,
    ...changes,
    type: type ?? 'organic',
    status: status ?? 'draft',
    // The first pay of a program is version 1.
    payVersion: 1,
    agreementsEpoch: 0,
  };
  if (row.status === 'live') checkOpenDates(ctx, row);
  insertProgram(ctx, row);
  insertPay(ctx, row.id, row.payVersion, row.pay);
  return await presentOne(ctx, row);
}

/** A draft with only a name. */
function blankProgram(ctx: { now: number }, accountId: string, name: string): ProgramRow {
  return {
    id: newId('program', ctx.now),
    accountId,
    name,
    type: 'organic',
    status: 'draft',
    visibility: 'invite',
    brief: {},
    platforms: [],
    pay: NO_PAY,
    payVersion: 1,
    nextRule: 1,
    agreements: [],
    agreementsEpoch: 0,
    products: [],
    limitCreators: null,
    limitSubmissionsPerCreator: null,
    limitBudget: null,
    startsAt: null,
    endsAt: null,
    image: null,
    publicPage: false,
    creatorCount: 0,
    applicationCount: 0,
    submissionCount: 0,
    spent: 0,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}
