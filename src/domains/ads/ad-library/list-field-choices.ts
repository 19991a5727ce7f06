import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import type { AdPlatform, AdSession, FieldChoice } from '../../../integrations/ads/platform.ts';
import type { AdObjective } from '../../../integrations/ads/steps.ts';
import { BoundedMap } from '../../../kit/bounded-map.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { connectionById } from '../../accounts/connections/interface.ts';
import { spendLookUp } from '../../accounts/connections/spend-look-up.ts';
import { useConnection } from '../../accounts/connections/use-connection.ts';

export interface FieldChoices {
  /** The field's path in a campaign. */
  path: string;
  /** The whole list; null when it could not be read. */
  items: readonly FieldChoice[] | null;
  /** Why the list could not be read, in one sentence. */
  problem: string | null;
}

interface Asked {
  objective: AdObjective;
  /** The paths of fields. Fields without a list on the platform are left out of the answer. */
  paths: readonly string[];
}

/** How long a list is served from memory. */
const KEPT_MS = MINUTE_MS;
/** A page waits for these lists but works without them, so the platform gets less time than usual. */
const PATIENCE_MS = 8 * SECOND_MS;
const LISTS = new BoundedMap<{ items: readonly FieldChoice[]; until: number }>(
  { entries: 500, bytes: 4 * 1024 * 1024 },
  ({ items }) => JSON.stringify(items).length,
);

/**
 * Lists what can be selected for a campaign's fields through a connection of the acting account. A list that cannot be
 * read does not affect the others. Throws not_found.
 */
export async function listFieldChoices(ctx: Ctx, id: string, asked: Asked): Promise<FieldChoices[]> {
  const row = await connectionById(ctx, id);
  const load = row && ctx.reactions.adPlatforms[row.provider];
  if (row?.holder !== actingAccount(ctx.actor).id || !load) throw notFound('connection');
  const { choices } = await load();
  const paths = asked.paths.filter((path) => Object.hasOwn(choices, path));
  // The connection's selection decides what is listed, and every change of it raises the version.
  const keyOf = (path: string) => JSON.stringify([row.id, row.version, path, asked.objective]);
  const found: FieldChoices[] = [];
  const open: string[] = [];
  for (const path of paths) {
    const kept = LISTS.get(keyOf(path));
    if (kept && kept.until > ctx.now && row.token !== null)
      found.push({ path, items: kept.items, problem: null });
    else open.push(path);
  }
  if (open.length === 0) return found;
  const read = async (platform: AdPlatform, session: AdSession) => {
    await spendLookUp(ctx, row.holder, open.length);
    const patient = { ...session, timeoutMs: PATIENCE_MS };
    return await Promise.all(open.map((path) => readOne(platform, patient, path, asked.objective)));
  };
  const now = await useConnection(ctx, row, read).catch((error: unknown) =>
    open.map((path) => unread(path, error)),
  );
  for (const { path, items } of now)
    if (items !== null) LISTS.set(keyOf(path), { items, until: ctx.now + KEPT_MS });
  return [...found, ...now];
}

/** Throws only if the token was refused, so that the caller can renew it or expire the connection. */
async function readOne(
  platform: AdPlatform,
  session: AdSession,
  path: string,
  objective: AdObjective,
): Promise<FieldChoices> {
  try {
    return { path, items: await platform.choices[path]!(session, objective), problem: null };
  } catch (error) {
    if ((error as { kind?: unknown }).kind === 'auth_expired') throw error;
    return unread(path, error);
  }
}

function unread(path: string, error: unknown): FieldChoices {
  if (!(error instanceof AppError)) throw error;
  return { path, items: null, problem: error.message };
}
