import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { checkVersion } from '../../../resource/version.ts';
import { type Embed, type EmbedUpdate, presentEmbed, stateOf } from './embed.ts';
import { requireEmbed, saveEmbed } from './store.ts';
import { embedMachine } from './transitions.ts';

/** Ends a session early: its secret can no longer be exchanged, and its frame is refused. */
export async function updateEmbed(ctx: Ctx, id: string, input: z.output<typeof EmbedUpdate>): Promise<Embed> {
  const found = await requireEmbed(ctx, id);
  const { row } = found;
  checkVersion(row, input.version);
  embedMachine.require(stateOf(found, ctx.now), 'end', 'account', {});
  const changes = { endedAt: ctx.now };
  saveEmbed(ctx, row, changes);
  const after = { ...row, ...changes, version: row.version + 1, updatedAt: ctx.now };
  return presentEmbed({ row: after, why: 'ended' }, ctx.now);
}
