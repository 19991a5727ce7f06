import { AppError, rejected } from '../../../kit/error.ts';
import { iso, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import type { PostsAsked } from '../../catalog/shops/interface.ts';
import { findMirror, saveAsked } from './store.ts';

const ONCE_IN_MS = 10 * MINUTE_MS;

/** Reads a connected account with the next run. While one that was asked for is under way, this answers with it. */
export const askPosts: PostsAsked = async (ctx, { id, status }) => {
  const mirror = await findMirror(ctx, id);
  if (status !== 'active' || !mirror) throw rejected('reconnect_required', 'Reconnect the account first.');
  const { askedAt, askedEndedAt } = mirror;
  const answer = (startedAt: number) => ({
    connection: id,
    status: 'running' as const,
    startedAt: iso(startedAt),
    finishedAt: null,
    error: null,
  });
  if (askedAt !== null && askedEndedAt === null) return answer(askedAt);
  if (askedAt !== null && askedAt > ctx.now - ONCE_IN_MS) throw tooSoon(askedAt + ONCE_IN_MS - ctx.now);
  saveAsked(ctx, mirror);
  return answer(ctx.now);
};

const tooSoon = (waitMs: number) =>
  new AppError('rate_limited', 'Posts can be synced once in 10 minutes.', {
    headers: { 'Retry-After': String(Math.ceil(waitMs / SECOND_MS)) },
  });
