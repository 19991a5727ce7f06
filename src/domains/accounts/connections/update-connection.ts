import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import {
  type AdPlatform,
  adAccountOf,
  type Choice,
  type Selection,
  type SetupOptions,
} from '../../../integrations/ads/platform.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { log } from '../../../kit/log.ts';
import { checkVersion } from '../../../resource/version.ts';
import { adPlatformOf, connectableOf, connectedShop, siteOf } from './connectable-of.ts';
import {
  type Connection,
  type ConnectionRow,
  type ConnectionUpdate,
  type ConnectionUse,
  PROVIDER_NAMES,
  UNUSED,
} from './connection.ts';
import { hasOtherLive, NO_TOKENS, requireOwnConnection, saveConnection } from './connection-store.ts';
import { requireUnused, usesOf } from './connection-use.ts';
import { tell } from './expire-connection.ts';
import { missingOf } from './get-connection-setup.ts';
import { presentConnection } from './present-connection.ts';
import { spendLookUp } from './spend-look-up.ts';
import { openToken } from './tokens.ts';
import { useConnection } from './use-connection.ts';

/** Changes a connection's selection, or disconnects it. */
export async function updateConnection(
  ctx: Ctx,
  id: string,
  input: z.output<typeof ConnectionUpdate>,
): Promise<Connection> {
  if (input.status !== undefined && input.selection !== undefined)
    throw invalidField('/selection', 'Not together with status.');
  const [row, uses] = await Promise.all([requireOwnConnection(ctx, id), usesOf(ctx)]);
  checkVersion(row, input.version);
  const use = uses.get(id) ?? UNUSED;
  const changes =
    input.status !== undefined
      ? await disconnected(ctx, row, use)
      : await selected(ctx, row, use, input.selection ?? {});
  if (Object.keys(changes).length === 0) return presentConnection(row, use, ctx.now);
  saveConnection(ctx, row, changes);
  return presentConnection(
    { ...row, ...changes, version: row.version + 1, updatedAt: ctx.now },
    use,
    ctx.now,
  );
}

async function disconnected(
  ctx: Ctx,
  row: ConnectionRow,
  use: ConnectionUse,
): Promise<Partial<ConnectionRow>> {
  if (row.status === 'disconnected') return {};
  if (use.inUse)
    throw inUse(
      'Pause or archive what runs through this connection, and reject or cancel its open plans, before you disconnect it.',
    );
  await requireUnused(ctx, row.id);
  tell(ctx, 'connection.disconnected', row);
  for (const load of ctx.reactions.connectionEnded) (await load())(ctx, row);
  ctx.write.afterCommit(() => takeBack(ctx, row));
  return { ...NO_TOKENS, status: 'disconnected', selection: {} };
}

const inUse = (message: string) => new AppError('conflict', message);

/**
 * Revokes the consent at the platform, unless another connection uses it: a consent belongs to the person, not to the
 * connection. Our copy of the token is already deleted, so a failure here does no harm.
 */
async function takeBack(ctx: Ctx, row: ConnectionRow): Promise<void> {
  const load = connectableOf(ctx, row.provider, row);
  if (!load || row.token === null) return;
  try {
    if (await hasOtherLive(ctx, row)) return;
    const { refreshToken } = row;
    const platform = await load();
    if (platform.revoke === null) return;
    const tokens = {
      token: await openToken(ctx, row, row.token),
      refreshToken: refreshToken === null ? null : await openToken(ctx, row, refreshToken),
    };
    await platform.revoke(siteOf(ctx, platform, connectedShop(row)), tokens);
  } catch (error) {
    const reason = error instanceof AppError ? error.message : 'unknown';
    log('warn', { what: 'a consent was not given back', connection: row.id, reason });
  }
}

async function selected(
  ctx: Ctx,
  row: ConnectionRow,
  use: ConnectionUse,
  asked: Selection,
): Promise<Partial<ConnectionRow>> {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined) as [Choice, string][];
  if (given.length === 0) return {};
  if (!adPlatformOf(ctx, row))
    throw rejected('nothing_to_select', `There is nothing to select for ${PROVIDER_NAMES[row.provider]}.`);
  return await useConnection(ctx, row, async (platform, session) => {
    const wanted = { ...row.selection, ...asked };
    await spendLookUp(ctx, row.holder);
    const options = await platform.setup(session, wanted);
    const selection = checked(platform, options, row, given, wanted);
    // A new selection can also have dropped the account that was selected before.
    const moved = ACCOUNTS.some((choice) => row.selection[choice] !== selection[choice]);
    if (moved && use.inUse)
      throw inUse(
        'The ad account cannot be changed while campaigns run or plans are open through this connection.',
      );
    if (moved) await requireUnused(ctx, row.id);
    const account = [options.adAccountId ?? [], options.advertiserId ?? []]
      .flat()
      .find(({ id }) => id === adAccountOf(selection));
    const status = missingOf(platform, selection).length === 0 ? 'active' : 'connected';
    return {
      selection,
      status,
      currency: account?.currency ?? null,
      timezone: account?.timezone ?? null,
      name: account?.name ?? row.personName,
      ...(moved ? { syncProblem: null } : {}),
    };
  });
}

/** The selections that decide which account is charged and owns the campaigns. */
const ACCOUNTS: readonly Choice[] = ['adAccountId', 'advertiserId', 'organizationId'];

/** Merges the given selections into the current one. Earlier selections that no longer fit are dropped. */
function checked(
  { capabilities }: AdPlatform,
  options: SetupOptions,
  { selection: before }: ConnectionRow,
  given: [Choice, string][],
  wanted: Selection,
): Selection {
  const takes = [...capabilities.needs, ...capabilities.takes];
  for (const [choice, value] of given) {
    const path = `/selection/${choice}`;
    if (!takes.includes(choice)) throw invalidField(path, `${capabilities.name} has no such selection.`);
    const option = options[choice]?.find(({ id }) => id === value);
    if (!option) throw invalidField(path, 'Must be one of the options of the setup.', 'not_listed');
    if (option.status === 'disabled')
      throw invalidField(path, `It is disabled on ${capabilities.name}. Enable it there first.`, 'disabled');
  }
  const kept = Object.entries(wanted) as [Choice, string][];
  return Object.fromEntries(
    kept.filter(([choice, value]) => {
      const isNew = given.some(([name]) => name === choice);
      return isNew || (before[choice] === value && options[choice]?.some(({ id }) => id === value));
    }),
  );
}
