// Asks a platform what a creator's code permits.
import type { SystemCtx } from '../../../context.ts';
import type { PermissionOf, PlatformPermission } from '../../../integrations/ads/platform.ts';
import { ProviderError } from '../../../integrations/provider/error.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../kit/time.ts';
import { claimAttempt, releaseAttempt } from '../../accounts/attempts/interface.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { listActiveConnections } from '../../accounts/connections/interface.ts';
import { spendLookUp } from '../../accounts/connections/spend-look-up.ts';
import { useConnection } from '../../accounts/connections/use-connection.ts';
import type { AdAuthorizationRow } from './ad-authorization.ts';

/** What the platform says; `unasked` when it cannot be asked now. */
export type Said = PlatformPermission | 'unknown_code' | 'unasked';

/**
 * The codes that may be wrong in an hour, and the codes that are taken in a day at all: each costs the brand a question
 * to the platform, or an event.
 */
const MOST_WRONG = 5;
const MOST_TAKEN = 20;

/**
 * Reads a code that somebody hands in, through the account's oldest connection to the platform. Throws rate_limited.
 * @param isRight whether a code that the platform knows is of use here; another one counts as wrong.
 */
export async function askAboutHandedIn(
  ctx: SystemCtx,
  row: AdAuthorizationRow,
  code: string,
  isRight: (said: PlatformPermission) => boolean,
): Promise<Said> {
  const allowance = (what: string, most: number, windowMs: number) => ({
    key: sha256Hex(JSON.stringify([what, row.id])),
    most,
    windowMs,
  });
  const wrong = allowance('wrong_ad_code', MOST_WRONG, HOUR_MS);
  // Counted before the platform is asked, so that many at once get no further.
  if (!(await claimAttempt(ctx, [wrong, allowance('ad_code', MOST_TAKEN, DAY_MS)]))) throw tooMany();
  const [connection] = await listActiveConnections(ctx, row.accountId, row.platform);
  const said = connection ? await askAboutPermission(ctx, connection, { code }) : 'unasked';
  if (said === 'unasked' || (said !== 'unknown_code' && isRight(said))) await releaseAttempt(ctx, [wrong]);
  return said;
}

const tooMany = () =>
  new AppError('rate_limited', 'Too many codes were tried. Try again in an hour or later.', {
    headers: { 'Retry-After': String(HOUR_MS / SECOND_MS) },
  });

/**
 * Whatever keeps the platform from being asked is no reason to refuse a code.
 * @param by whose question it is: those of the service itself are not counted against the account's.
 */
export async function askAboutPermission(
  ctx: SystemCtx,
  connection: ConnectionRow,
  of: PermissionOf,
  by: 'account' | 'service' = 'account',
): Promise<Said> {
  try {
    return await useConnection(ctx, connection, async ({ readPermission }, session) => {
      if (readPermission === null) return 'unasked';
      if (by === 'account') await spendLookUp(ctx, connection.holder);
      return (await readPermission(session, of)) ?? 'unknown_code';
    });
  } catch (error) {
    if (error instanceof ProviderError || error instanceof AppError) return 'unasked';
    throw error;
  }
}

/** Whether ads may show the post at this moment. */
export const isInForce = ({ holds, endsAt }: PlatformPermission, now: number): boolean =>
  holds && (endsAt === null || endsAt > now);
