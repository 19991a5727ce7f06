// Errors of outside providers. A provider's own texts never leave its adapter.
import { AppError, type ErrorCode } from '../../kit/error.ts';

/** The kinds of errors, each with the error code that our caller gets. */
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
  /** Whether the request may have taken effect all the same. Then look for the result before sending it again. */
  mayHaveHappened?: boolean;
  /** How long to wait before the next request. */
  retryAfterMs?: number | null;
  /** The provider's field that a refusal is about, if it names one. */
  field?: string | null;
  /** The provider's error number, never its text, for people who investigate. */
  platformCode?: string | null;
  /** How many entries of a list are read, if the provider has more. */
  most?: number | null;
}

/** What an adapter knows of its provider: the name, and the error for each kind of refusal. */
export interface Provider<E extends ProviderError = ProviderError> {
  /** The name that people know, such as `Meta`. */
  name: string;
  error(kind: ProviderErrorKind, facts?: ProviderErrorFacts): E;
}

/** What is wrong and what to do, for each kind of error, in the words of one kind of provider's users. */
type Words = Readonly<Record<ProviderErrorKind, Readonly<Pick<Told, 'says' | 'fix'>>>>;

/** What is told alike whoever the provider is. */
export const SAME_WORDS = {
  rate_limited: {
    says: 'is limiting requests',
    fix: 'Try again later.',
  },
  transient: {
    says: 'is not responding',
    fix: 'Try again.',
  },
  unreadable: {
    says: 'sent an invalid response',
    fix: 'Try again later. If it keeps failing, contact support.',
  },
} as const satisfies Partial<Words>;

/** An error in these words. A rejected value is told with the provider's code, if there is one. */
export function toldIn(
  words: Words,
  kind: ProviderErrorKind,
  { platformCode = null }: ProviderErrorFacts,
): Told {
  const { says, fix } = words[kind];
  return { says: kind === 'invalid' && platformCode !== null ? `${says} (code ${platformCode})` : says, fix };
}

/** An error in our words. */
interface Told {
  /** The part of the message after the provider's name: what is wrong. */
  says: string;
  /** The end of the message: what to do about it. */
  fix: string;
  /** Other details for the response. */
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

  /** @param name the provider's name. */
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

const OF_CONNECTION: ReadonlySet<ProviderErrorKind> = new Set([
  ...(['auth_expired', 'permission', 'not_found', 'needs_human', 'rate_limited'] as const),
]);

/** Whether everything else that is asked with the same connection would fail as well. All other errors are one request's own. */
export const isOfConnection = (error: unknown): boolean =>
  error instanceof ProviderError && OF_CONNECTION.has(error.kind);

/** Whether it may be the whole provider that fails, or only this request. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'transient';

/** After so many transient failures in a row the provider is taken to be down, and is left alone. */
export const MOST_MISSES = 3;
