// The links by which creators without an account answer a request. A link is its own proof and stands nowhere else.
import type { SystemCtx } from '../../../context.ts';
import { isSigned, signatures } from '../../../kit/signed.ts';
import { DAY_MS, SECOND_MS } from '../../../kit/time.ts';
import type { AdAuthorizationRow } from './ad-authorization.ts';

/** How long a request, or a permission that has ended, can be answered by its link. */
const OPEN_MS = 30 * DAY_MS;
/** How long before the end of a permission its creator is asked for a new code. */
export const BEFORE_END_MS = 7 * DAY_MS;

const PURPOSE = 'ad request';
const LINK = /^(adauth_[0-9a-z]{26})\.([0-9a-z]{1,10})\.([0-9a-f]{32})$/;

type Asked = Pick<AdAuthorizationRow, 'id' | 'status' | 'expiresAt' | 'updatedAt'>;

/** Null while there is nothing to ask the creator for. */
export function requestUrlOf(ctx: SystemCtx, row: Asked): string | null {
  const until = openUntil(ctx.now, row);
  if (until === null || until <= ctx.now) return null;
  const signed = `${row.id}.${Math.floor(until / SECOND_MS).toString(36)}`;
  const [signature] = signatures(ctx.vars.SEALING_KEYS, PURPOSE, signed);
  return `${ctx.vars.PUBLIC_URL}/ad-requests/${signed}.${signature}`;
}

function openUntil(now: number, { status, expiresAt, updatedAt }: Asked): number | null {
  if (status === 'requested') return updatedAt + OPEN_MS;
  const ends = status === 'granted' || status === 'expired' ? expiresAt : null;
  return ends !== null && ends - BEFORE_END_MS <= now ? ends + OPEN_MS : null;
}

/** The authorization that a link is about; null for a link that is forged or too old. Asks no database. */
export function linkedId({ vars, now }: SystemCtx, link: string): string | null {
  const [, id, until, signature] = LINK.exec(link) ?? [];
  if (id === undefined || until === undefined || signature === undefined) return null;
  const good = isSigned(vars.SEALING_KEYS, PURPOSE, `${id}.${until}`, signature);
  return good && Number.parseInt(until, 36) * SECOND_MS > now ? id : null;
}
