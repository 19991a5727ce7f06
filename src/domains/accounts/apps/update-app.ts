import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { type App, type AppUpdate, nameProblem, present } from './app.ts';
import { endGrantsOfApp } from './grant-store.ts';
import { requireApp, saveApp } from './store.ts';

/** Edits an app. Everybody who had connected it is disconnected, because they agreed to the app as it was before. */
export async function updateApp(ctx: Ctx, id: string, input: z.output<typeof AppUpdate>): Promise<App> {
  const before = await requireApp(ctx, id);
  checkVersion(before, input.version);
  const { name, redirectUris, access } = input;
  const problem = name === before.name ? null : nameProblem(name, ctx.vars);
  if (problem !== null) throw invalidField('/name', problem, 'name');
  const changes = { name, redirectUris, access };
  saveApp(ctx, before, changes);
  endGrantsOfApp(ctx, id, 'app_changed');
  return present({ ...before, ...changes, version: before.version + 1, updatedAt: ctx.now });
}
