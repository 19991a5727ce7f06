// Errors of social platforms, described in the words of people who post there.
import {
  type Provider,
  ProviderError,
  type ProviderErrorFacts,
  type ProviderErrorKind,
  SAME_WORDS,
  toldIn,
} from '../provider/error.ts';

export const SOCIAL_ERRORS = {
  ...SAME_WORDS,
  auth_expired: {
    says: 'no longer accepts the connection',
    fix: 'Reconnect the account.',
  },
  permission: {
    says: 'does not allow this for the connected account',
    fix: 'Reconnect the account and allow everything.',
  },
  invalid: {
    says: 'rejected a value',
    fix: 'Try again. If it keeps failing, contact support.',
  },
  not_found: {
    says: 'cannot find the post or the account',
    fix: 'Check in the app that it is public and was not deleted.',
  },
  needs_human: {
    says: 'can only be connected with a professional account',
    fix: 'Open Settings in the app, then Account type and tools, and switch to a professional account, which is free. Then reconnect.',
  },
  too_long: {
    says: 'has more posts in this account than the service can read',
    fix: 'Delete posts that are no longer needed.',
  },
} as const satisfies Record<ProviderErrorKind, { says: string; fix: string }>;

export class SocialError extends ProviderError {
  /** @param platform the name that people know, such as `Instagram`. */
  constructor(platform: string, kind: ProviderErrorKind, facts: ProviderErrorFacts = {}) {
    super(platform, kind, toldIn(SOCIAL_ERRORS, kind, facts), facts);
    this.name = 'SocialError';
  }
}

/** One social platform's errors. @param name the platform's name as people know it. */
export const socialProvider = (name: string): Provider<SocialError> => ({
  name,
  error: (kind, facts) => new SocialError(name, kind, facts),
});
