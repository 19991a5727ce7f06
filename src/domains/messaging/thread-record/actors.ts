// Sides as others see them: names and pictures of now.

import * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { imageOf } from '../../platform/files/interface.ts';
import { SUPPORT_SIDE } from '../thread-log/interface.ts';
import type { FoundThread } from './found-thread.ts';

export const Actor = z
  .object({
    id: z.string().describe("An account's or a creator's ID, or `support`."),
    type: z.enum(['organization', 'creator', 'support']).describe('`organization` for a brand or a partner.'),
    name: z.string().describe('As it is now, not as it was when something was written.'),
    avatar: z.string().nullable().describe('Link to its picture for ten minutes; null without one.'),
  })
  .meta({ id: 'MessageActor' });
export type Actor = z.output<typeof Actor>;

/** The sides that a reader is shown, by ID: in a program's thread the account and itself. */
export type Actors = ReadonlyMap<string, Actor>;

export async function actorsOf(ctx: SystemCtx, thread: FoundThread): Promise<Actors> {
  const { head, account, creator } = thread;
  const actors = new Map<string, Actor>();
  const avatar = async (id: string | null) =>
    (await imageOf(ctx, id === null ? null : thread.files.find((file) => file.id === id)))?.url ?? null;
  if (head.account !== null && account) {
    const { name, picture } = account;
    actors.set(head.account, { id: head.account, type: 'organization', name, avatar: await avatar(picture) });
  }
  const creatorId = head.creator ?? (thread.joinedAt === null ? null : thread.side);
  if (creatorId !== null && creator) {
    const { name, picture } = creator;
    actors.set(creatorId, { id: creatorId, type: 'creator', name, avatar: await avatar(picture) });
  }
  if (head.kind === 'support')
    actors.set(SUPPORT_SIDE, {
      id: SUPPORT_SIDE,
      type: 'support',
      name: ctx.vars.SERVICE_NAME,
      avatar: null,
    });
  return actors;
}
