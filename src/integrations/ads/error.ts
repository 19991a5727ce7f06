// What can go wrong at an ad platform, whichever it is. A platform's own words never get further than its adapter.
import { AppError, type ErrorCode } from '../../kit/error.ts';

export const AD_ERRORS = {
  rate_limited: { code: 'unavailable', says: 'takes no more requests for now. Try again later' },
  transient: { code: 'unavailable', says: 'does not answer. Try again' },
  auth_expired: { code: 'operation_rejected', says: 'no longer accepts the connection. Connect it again' },
  permission: { code: 'operation_rejected', says: 'does not permit this to the person who connected it' },
  invalid: { code: 'operation_rejected', says: 'refused a value' },
  not_found: {
    code: 'operation_rejected',
    says: 'has no such object, or does not show it to this connection',
  },
  needs_human: { code: 'operation_rejected', says: 'wants somebody to look into the ad account first' },
  unreadable: { code: 'provider_error', says: 'answered something unusable' },
  too_long: { code: 'operation_rejected', says: 'lists more in this ad account than the service reads' },
} as const satisfies Record<string, { code: ErrorCode; says: string }>;

export type AdErrorKind = keyof typeof AD_ERRORS;

interface AdErrorFacts {
  /** Whether what was asked for may have happened all the same: look it up before it is asked for again. */
  mayHaveHappened?: boolean;
  /** How long to leave the platform alone. */
  retryAfterMs?: number | null;
  /** The field of the platform that a refusal is about, when it says so. */
  field?: string | null;
  /** The platform's number for it: for people who look into it, never its text. */
  platformCode?: string | null;
  /** How many entries of a list are read, where the platform has more. */
  most?: number;
}

export class AdError extends AppError {
  readonly kind: AdErrorKind;
  readonly mayHaveHappened: boolean;
  readonly retryAfterMs: number | null;
  readonly field: string | null;
  readonly platformCode: string | null;
  readonly most: number | null;

  /** @param platform as people know it, such as `Meta`. */
  constructor(platform: string, kind: AdErrorKind, facts: AdErrorFacts = {}) {
    const {
      mayHaveHappened = false,
      retryAfterMs = null,
      field = null,
      platformCode = null,
      most = null,
    } = facts;
    const { code, says } = AD_ERRORS[kind];
    const details = {
      reason: kind,
      ...(field === null ? {} : { field }),
      ...(platformCode === null ? {} : { platformCode }),
      ...(most === null ? {} : { most }),
    };
    super(code, `${platform} ${says}.`, {
      details,
      headers: retryAfterMs === null ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) },
    });
    this.name = 'AdError';
    this.kind = kind;
    this.mayHaveHappened = mayHaveHappened;
    this.retryAfterMs = retryAfterMs;
    this.field = field;
    this.platformCode = platformCode;
    this.most = most;
  }
}
