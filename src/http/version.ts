import { AppError } from '../kit/error.ts';

export const FIRST_VERSION = '2026-08-08';
const NEWEST_VERSION = '2026-08-08';

/**
 * The API version of a request. A date selects the newest version that existed on that day. Throws
 * invalid_request for an invalid date, or one before the first version.
 */
export function resolveVersion(header: string | null): string {
  if (header === null) return NEWEST_VERSION;
  const isDate =
    /^\d{4}-\d{2}-\d{2}$/.test(header) && !Number.isNaN(Date.parse(header)) && roundTrips(header);
  if (!isDate) throw new AppError('invalid_request', 'Service-Version must be a date such as 2026-08-08.');
  if (header < FIRST_VERSION) {
    throw new AppError('invalid_request', `Service-Version must be ${FIRST_VERSION} or later.`);
  }
  return NEWEST_VERSION;
}

/** Rejects dates that do not exist, which Date.parse would roll over. */
function roundTrips(date: string): boolean {
  return new Date(date).toISOString().slice(0, 10) === date;
}
