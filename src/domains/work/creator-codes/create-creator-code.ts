import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { spendQuota } from '../../../db/quota.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { isShop } from '../../accounts/connections/connection.ts';
import { requireOwnConnection } from '../../accounts/connections/interface.ts';
import { findRelationship, requireAgreed } from '../creator-consent/interface.ts';
import { findOwnProgram } from '../program-terms/interface.ts';
import { type CreatorCode, type CreatorCodeCreate, keyOf, presentCode } from './creator-code.ts';
import { insertCode } from './store.ts';
import type { creatorCodes } from './table.ts';
import { wakeCodes } from './wake-codes.ts';

type Input = z.output<typeof CreatorCodeCreate>;

/** Gives a creator a code. With a connection the discount is made in that shop, in the background. */
export async function createCreatorCode(ctx: Ctx, input: Input): Promise<CreatorCode> {
  const account = actingAccount(ctx.actor);
  checkValue(input);
  const relationship = await findRelationship(ctx, account.id, input.creator);
  if (relationship?.consent !== 'agreed') throw notAgreed();
  const program = await findOwnProgram(ctx, input.program);
  if (!program) throw rejected('program_not_found', 'No such program.');
  if (program.status === 'archived') throw rejected('program_archived', 'The program is archived.');
  const currency = await currencyOf(ctx, input);
  const row: typeof creatorCodes.$inferSelect = {
    ...BLANK,
    id: newId('creatorCode', ctx.now),
    accountId: account.id,
    creatorId: input.creator,
    programId: program.id,
    kind: input.kind,
    code: input.code,
    key: keyOf(input.code),
    percent: input.percent === undefined ? null : toBasisPoints(input.percent),
    amount: input.amount ?? null,
    currency: input.amount === undefined ? null : currency,
    connectionId: input.connection ?? null,
    existing: input.existing === true,
    shopStatus: input.connection === undefined ? null : 'pending',
    dueAt: input.connection === undefined ? null : ctx.now,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  const most = ctx.vars.CREATOR_CODES_A_DAY;
  const message = `An account can create at most ${most} codes a day.`;
  spendQuota(ctx, ctx.write, { account: account.id, what: 'creator_codes', amount: 1, most, message });
  insertCode(ctx, row);
  requireAgreed(ctx, row, notAgreed);
  if (row.connectionId !== null) wakeCodes(ctx, row.connectionId);
  return presentCode(row, true);
}

export const notAgreed = () =>
  rejected(
    'not_agreed',
    'A code is for a creator that the account has agreed with. Invite the creator first.',
  );

/** A new code before anything is known of it. */
const BLANK = {
  status: 'active' as const,
  uses: 0,
  discountId: null,
  shopProblem: null,
  shopCode: null,
  shopPercent: null,
  shopAmount: null,
  shopUses: null,
  shopReadAt: null,
  toCarry: false,
  leaseUntil: 0,
  tries: 0,
  flaggedAt: null,
  answerBy: null,
  answer: null,
  answeredAt: null,
  note: null,
  evidence: null,
  resumedAt: null,
  toHold: false,
  views: null,
  version: 1,
};

function checkValue({ kind, percent, amount, connection, existing }: Input): void {
  if (percent !== undefined && amount !== undefined)
    throw invalidField('/amount', 'A discount takes off `percent` or `amount`, not both.');
  const off = percent !== undefined ? '/percent' : '/amount';
  const hasValue = percent !== undefined || amount !== undefined;
  if (kind === 'creator') {
    if (hasValue) throw invalidField(off, 'A code of the kind `creator` takes nothing off.');
    if (connection !== undefined)
      throw invalidField('/connection', 'A shop takes codes of the kind `discount`.');
  }
  if (existing && connection === undefined)
    throw invalidField('/connection', 'Name the shop that has the code.', 'required');
  if (existing && hasValue) throw invalidField(off, 'What an existing code takes off is read from the shop.');
  if (connection !== undefined && !existing && !hasValue)
    throw invalidField('/percent', 'Say what it takes off: `percent` or `amount`.', 'required');
  if (amount !== undefined && connection === undefined)
    throw invalidField(
      '/connection',
      'An amount is in the currency of a shop: name its connection.',
      'required',
    );
}

/** The currency of the shop; null without one. Throws operation_rejected where the shop cannot be asked. */
async function currencyOf(ctx: Ctx, { connection: id, amount }: Input): Promise<string | null> {
  if (id === undefined) return null;
  const found = await requireOwnConnection(ctx, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found')
      throw rejected('connection_not_found', 'No such connection.');
    throw error;
  });
  if (!isShop(found.provider)) throw rejected('not_a_shop', 'Codes are made in connected shops only.');
  if (found.status !== 'connected') throw rejected('reconnect_required', 'Reconnect the shop first.');
  if (amount !== undefined && found.currency === null)
    throw rejected('shop_not_read', "The shop's currency is not known yet. Try again in a minute.");
  return found.currency;
}
