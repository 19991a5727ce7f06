import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, invalidField, notFound, rejected } from '../../../kit/error.ts';
import { isId, newId } from '../../../kit/ids.ts';
import type { Once } from '../../../kit/once.ts';
import { requireVisibleCreator } from '../../work/creator-consent/interface.ts';
import { findProgram } from '../../work/program-terms/interface.ts';
import { sender } from '../messages/create-message.ts';
import type { ThreadHead } from '../thread-log/record.ts';
import {
  afterChange,
  cannotSend,
  type FoundThread,
  findDirectThread,
  findPair,
  findProgramThread,
  findSupportThread,
  insertThreadNow,
  type OpenThread,
  onlyAccount,
  openingOf,
  readable,
  readableOrNull,
  writesIn,
} from '../thread-record/interface.ts';
import { presentThread, type Thread } from '../thread-record/thread.ts';
import type { ThreadCreate } from './thread-input.ts';

type Input = z.output<typeof ThreadCreate>;

/** A way to a thread: what it is, whether it is there, and whether the caller may open it. */
interface Way {
  head: Omit<ThreadHead, 'id' | 'createdAt'>;
  find: () => Promise<FoundThread | null>;
  /** Throws unless the caller may open it. */
  check: () => Promise<void>;
}

/** Opens a thread, or finds the one that is there, and sends the message in it. */
export async function createThread(
  ctx: Ctx,
  input: Input,
  once: Once | null,
): Promise<{ thread: Thread; isNew: boolean }> {
  const only = onlyAccount(ctx.actor);
  if (only !== undefined && input.with !== only) throw notFound('account');
  const way = wayTo(ctx, input);
  const [existing, refusal, send] = await Promise.all([
    way.find(),
    way.check().then(
      () => null,
      (error: unknown) => error,
    ),
    input.message ? sender(ctx, input.message) : null,
  ]);
  // Its sides read it also after the end.
  const known = readableOrNull(ctx, existing);
  if (!known && refusal) throw refusal;
  // A message that cannot be sent opens nothing.
  if (!known) send?.check();
  const { open, isNew } = known ? { open: known, isNew: false } : await opened(ctx, way, send !== null);
  const writes = writesIn(ctx.actor);
  if (!send) return { thread: await presentThread(ctx, open.thread, writes), isNew };
  const { changed, files } = await send.send(open, once);
  const { thread } = open;
  const after = afterChange(thread, { ...changed, last: changed.message, at: ctx.now });
  const shown = { ...after, files: [...after.files, ...files] };
  return { thread: await presentThread(ctx, shown, writes), isNew };
}

async function opened(ctx: Ctx, way: Way, writes: boolean): Promise<{ open: OpenThread; isNew: boolean }> {
  const head: ThreadHead = { ...way.head, id: newId('thread', ctx.now), createdAt: ctx.now };
  let isNew = true;
  try {
    await insertThreadNow(ctx, head, { side: actingId(ctx.actor), writes });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
    // Another request was quicker: there is one thread.
    isNew = false;
  }
  return { open: readable(ctx, await way.find()), isNew };
}

function wayTo(ctx: Ctx, input: Input): Way {
  if (input.kind === 'direct') return directWay(ctx, input.with);
  return input.kind === 'program' ? programWay(ctx, input.program) : supportWay(ctx);
}

function directWay(ctx: Ctx, other: string | undefined): Way {
  if (other === undefined) throw invalidField('/with', 'A direct thread needs the other side.', 'required');
  const side = actingId(ctx.actor);
  const kind = ctx.actor.account ? 'account' : 'creator';
  const otherKind = isId(other, ['account']) ? 'account' : 'creator';
  const [account, creator] = kind === 'account' ? [side, other] : [other, side];
  return {
    head: { kind: 'direct', account, creator, program: null },
    find: async () => (kind === otherKind ? null : await findDirectThread(ctx, side, account, creator)),
    check: async () => {
      const missing = notFound(otherKind);
      if (kind === otherKind) throw openingRefused(openingOf(kind, otherKind, NOBODY), missing);
      const [pair, visible] = await Promise.all([
        findPair(ctx, account, creator),
        kind === 'account' ? canSee(ctx, creator) : null,
      ]);
      const seen = visible ?? pair.seen;
      const refusal = openingRefused(
        openingOf(kind, otherKind, { seen, agreed: pair.together, active: pair.together }),
        missing,
      );
      if (refusal) throw refusal;
    },
  };
}

const NOBODY = { seen: false, agreed: false, active: false };

function openingRefused(opening: ReturnType<typeof openingOf>, missing: AppError): AppError | null {
  if (opening === 'opens') return null;
  return opening === 'not_seen'
    ? missing
    : rejected('no_relationship', 'The two do not work together: both have to agree first.');
}

async function canSee(ctx: Ctx, creator: string): Promise<boolean> {
  try {
    await requireVisibleCreator(ctx, creator);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}

function programWay(ctx: Ctx, program: string | undefined): Way {
  if (program === undefined) throw invalidField('/program', 'A program thread needs a program.', 'required');
  const side = actingId(ctx.actor);
  return {
    head: { kind: 'program', account: side, creator: null, program },
    find: async () => await findProgramThread(ctx, side, program),
    check: async () => {
      const found = await findProgram(ctx, program);
      if (found?.accountId !== side) throw notFound('program');
      if (found.status === 'archived') throw cannotSend();
    },
  };
}

function supportWay(ctx: Ctx): Way {
  const side = actingId(ctx.actor);
  const isAccount = ctx.actor.account !== null;
  return {
    head: {
      kind: 'support',
      account: isAccount ? side : null,
      creator: isAccount ? null : side,
      program: null,
    },
    find: async () => await findSupportThread(ctx, side, side),
    check: async () => {},
  };
}
