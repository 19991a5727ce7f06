// What can go wrong at an ad platform, whichever it is. A platform's own words never get further than its adapter.
import { AppError, type ErrorCode } from '../../kit/error.ts';
import { managerOf } from './manager.ts';
import { PLACES, type Place, type Places } from './places.ts';

export const AD_ERRORS = {
  rate_limited: {
    code: 'unavailable',
    says: 'is limiting requests',
    fix: 'Try again later.',
  },
  transient: {
    code: 'unavailable',
    says: 'is not responding',
    fix: 'Try again.',
  },
  auth_expired: {
    code: 'operation_rejected',
    says: 'no longer accepts the connection',
    fix: 'Reconnect the ad account.',
  },
  permission: {
    code: 'operation_rejected',
    says: 'does not allow this for the person who connected the ad account',
    fix: 'Give that person access, or have somebody with access reconnect the ad account.',
  },
  invalid: {
    code: 'operation_rejected',
    says: 'rejected a value',
    fix: 'Change the campaign, then retry.',
  },
  not_found: {
    code: 'operation_rejected',
    says: 'cannot find an item that is needed, or the connection has no access to it',
    fix: 'Check that it was not deleted in {manager}, and that the person who connected the ad account has access.',
  },
  needs_human: {
    code: 'operation_rejected',
    says: 'requires a check of the ad account first',
    fix: 'Open the ad account in {manager}, complete what it asks for, then retry.',
  },
  unreadable: {
    code: 'provider_error',
    says: 'sent an invalid response',
    fix: 'Try again later. If it keeps failing, contact support.',
  },
  too_long: {
    code: 'operation_rejected',
    says: 'has more in this ad account than the service can read',
    fix: 'Delete what is no longer needed in {manager}, or use a smaller ad account.',
  },
} as const satisfies Record<string, { code: ErrorCode; says: string; fix: string }>;

export type AdErrorKind = keyof typeof AD_ERRORS;

interface AdErrorFacts {
  /** Whether what was asked for may have happened all the same: look it up before it is asked for again. */
  mayHaveHappened?: boolean;
  /** How long to leave the platform alone. */
  retryAfterMs?: number | null;
  /** The field of the platform that a refusal is about, when it says so. */
  field?: string | null;
  /** Where that field comes from. */
  path?: Place | null;
  /** The platform's number for it: for people who look into it, never its text. */
  platformCode?: string | null;
  /** How many entries of a list are read, where the platform has more. */
  most?: number | null;
}

export class AdError extends AppError {
  readonly platform: string;
  readonly kind: AdErrorKind;
  readonly mayHaveHappened: boolean;
  readonly retryAfterMs: number | null;
  readonly field: string | null;
  readonly path: Place | null;
  readonly platformCode: string | null;
  readonly most: number | null;
  /** What to do about it, with which the message ends. */
  readonly fix: string;

  /** @param platform as people know it, such as `Meta`. */
  constructor(platform: string, kind: AdErrorKind, facts: AdErrorFacts = {}) {
    const { mayHaveHappened = false, retryAfterMs = null, field = null, path = null } = facts;
    const { platformCode = null, most = null } = facts;
    const { code } = AD_ERRORS[kind];
    const fix = fixOf(kind, path, platform);
    const details = {
      reason: kind,
      fix,
      ...(field === null ? {} : { field }),
      ...(path === null ? {} : { path }),
      ...(platformCode === null ? {} : { platformCode }),
      ...(most === null ? {} : { most }),
    };
    super(code, `${platform} ${saysOf(kind, path, platformCode)}. ${fix}`, {
      details,
      headers: retryAfterMs === null ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) },
    });
    this.name = 'AdError';
    this.platform = platform;
    this.kind = kind;
    this.mayHaveHappened = mayHaveHappened;
    this.retryAfterMs = retryAfterMs;
    this.field = field;
    this.path = path;
    this.platformCode = platformCode;
    this.most = most;
    this.fix = fix;
  }

  /** The same, with the place that its field comes from. */
  placed(places: Places): AdError {
    const path = this.field === null ? null : (places[this.field] ?? null);
    return path === null ? this : new AdError(this.platform, this.kind, { ...this, path });
  }
}

/** What is wrong, to stand behind the platform's name. A value that has no name here has the platform's number. */
function saysOf(kind: AdErrorKind, path: Place | null, platformCode: string | null): string {
  if (kind !== 'invalid') return AD_ERRORS[kind].says;
  if (path !== null) return `rejected ${PLACES[path]}`;
  return platformCode === null ? AD_ERRORS.invalid.says : `rejected a value (code ${platformCode})`;
}

/** What to do about it. @param platform as people know it. */
export const fixOf = (kind: AdErrorKind, path: Place | null, platform: string): string =>
  kind === 'invalid' && path !== null
    ? `Change ${PLACES[path]}, then retry.`
    : AD_ERRORS[kind].fix.replaceAll('{manager}', managerOf(platform));
