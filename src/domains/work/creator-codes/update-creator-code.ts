import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { requireAgreed } from '../creator-consent/interface.ts';
import { notAgreed } from './create-creator-code.ts';
import { type CodeRow, type CreatorCode, type CreatorCodeUpdate, presentCode } from './creator-code.ts';
import { tellShard } from './look-at-codes.ts';
import { requireCode, saveCode } from './store.ts';
import { codeMachine } from './transitions.ts';
import { wakeCodes } from './wake-codes.ts';

type Input = z.output<typeof CreatorCodeUpdate>;

const ACTION = { active: 'resume', paused: 'pause', archived: 'archive' } as const;

/** Pauses, resumes or archives a code, tries again to make it in its shop, or answers its flag. */
export async function updateCreatorCode(ctx: Ctx, id: string, input: Input): Promise<CreatorCode> {
  const before = await requireCode(ctx, id);
  checkVersion(before, input.version);
  const changes = {
    ...statusChanges(ctx, before, input),
    ...answerChanges(ctx, before, input),
    ...shopChanges(ctx, before, input),
  };
  if (Object.keys(changes).length === 0) return presentCode(before, true);
  if (changes.status !== undefined && before.connectionId !== null)
    Object.assign(changes, { toCarry: true, dueAt: ctx.now, tries: 0 });
  saveCode(ctx, before, changes);
  // Once the two have parted, what they had goes on or ends, and nothing begins.
  const begins = changes.status === 'active' && input.answer === undefined;
  if (begins || changes.shopStatus === 'pending') requireAgreed(ctx, before, notAgreed);
  if (before.connectionId !== null) wakeCodes(ctx, before.connectionId);
  const after: CodeRow = { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now };
  // If this does not come to its end, the cron tells it.
  if (changes.toHold) ctx.write.afterCommit(() => tellShard(ctx, after));
  return presentCode(after, true);
}

function statusChanges(ctx: Ctx, { status, answer, resumedAt }: CodeRow, input: Input): Partial<CodeRow> {
  if (input.status === undefined || input.status === status) return {};
  const { to } = codeMachine.require(status, ACTION[input.status], 'account', {});
  const resumes = to === 'active' && answer === 'stop' && resumedAt === null;
  return { status: to, ...(resumes && { resumedAt: ctx.now, toHold: true }) };
}

function answerChanges(ctx: Ctx, { status, answerBy }: CodeRow, input: Input): Partial<CodeRow> {
  const { answer, note } = input;
  if (answer === undefined) {
    if (note !== undefined) throw invalidField('/note', 'A note goes with an answer.');
    return {};
  }
  if (input.status !== undefined) throw invalidField('/status', 'An answer sets the status.');
  const { to } = codeMachine.require(status, answer, 'account', {});
  if (answerBy !== null && answerBy <= ctx.now)
    throw new AppError('conflict', 'The time to answer is over: the code is kept.');
  return { status: to, answer, answeredAt: ctx.now, note: note ?? null, toHold: true };
}

/** What makes the service try again in the shop. */
function shopChanges(
  ctx: Ctx,
  { connectionId, shopStatus, existing }: CodeRow,
  input: Input,
): Partial<CodeRow> {
  if (input.existing === undefined && input.retry === undefined) return {};
  const field = input.existing ? '/existing' : '/retry';
  if (connectionId === null) throw invalidField(field, 'The code is in no connected shop.');
  if (shopStatus !== 'failed' && shopStatus !== 'pending')
    throw new AppError(
      'conflict',
      shopStatus === 'deleted'
        ? 'The discount was deleted at the shop. Archive this code, and give the creator another one.'
        : 'The code is in the shop already.',
    );
  return {
    existing: input.existing ?? existing,
    shopStatus: 'pending',
    shopProblem: null,
    dueAt: ctx.now,
    tries: 0,
  };
}
