// What can go wrong at an outside provider, whichever it is. A provider's own words never get further than its adapter.
import { AppError, type ErrorCode } from '../../kit/error.ts';

/** The kinds of errors, each with the code that our caller gets. */
const PROVIDER_ERRORS = {
  rate_limited: 'unavailable',
  transient: 'unavailable',
  auth_expired: 'operation_rejected',
  permission: 'operation_rejected',
  invalid: 'operation_rejected',
  not_found: 'operation_rejected',
  needs_human: 'operation_rejected',
  unreadable: 'provider_error',
  too_long: 'operation_rejected',
} as const satisfies Record<string, ErrorCode>;

export type ProviderErrorKind = keyof typeof PROVIDER_ERRORS;

export interface ProviderErrorFacts {
  /** Whether what was asked for may have happened all the same: look it up before it is asked for again. */
  mayHaveHappened?: boolean;
  /** How long to leave the provider alone. */
  retryAfterMs?: number | null;
  /** The provider's field that a refusal is about, when it says so. */
  field?: string | null;
  /** The provider's number for it: for people who look into it, never its text. */
  platformCode?: string | null;
  /** How many entries of a list are read, where the provider has more. */
  most?: number | null;
}

/** An outside provider as its adapter knows it: by its name, and with the error that each of its refusals becomes. */
export interface Provider<E extends ProviderError = ProviderError> {
  /** As people know it, such as `Meta`. */
  name: string;
  error(kind: ProviderErrorKind, facts?: ProviderErrorFacts): E;
}

/** What an error says in our words. */
interface Told {
  /** What is wrong, to stand behind the provider's name. */
  says: string;
  /** What to do about it, with which the message ends. */
  fix: string;
  /** What the answer says besides. */
  more?: Record<string, unknown>;
}

export class ProviderError extends AppError {
  readonly kind: ProviderErrorKind;
  readonly mayHaveHappened: boolean;
  readonly retryAfterMs: number | null;
  readonly field: string | null;
  readonly platformCode: string | null;
  readonly most: number | null;
  readonly fix: string;

  /** @param name the provider's. */
  constructor(
    name: string,
    kind: ProviderErrorKind,
    { says, fix, more = {} }: Told,
    facts: ProviderErrorFacts = {},
  ) {
    const { mayHaveHappened = false, retryAfterMs = null, field = null } = facts;
    const { platformCode = null, most = null } = facts;
    const details = {
      reason: kind,
      fix,
      ...(field === null ? {} : { field }),
      ...more,
      ...(platformCode === null ? {} : { platformCode }),
      ...(most === null ? {} : { most }),
    };
    super(PROVIDER_ERRORS[kind], `${name} ${says}. ${fix}`, {
      details,
      headers: retryAfterMs === null ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) },
    });
    this.name = 'ProviderError';
    this.kind = kind;
    this.mayHaveHappened = mayHaveHappened;
    this.retryAfterMs = retryAfterMs;
    this.field = field;
    this.platformCode = platformCode;
    this.most = most;
    this.fix = fix;
  }
}
