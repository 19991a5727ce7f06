// Errors of shop platforms, described in the words of people who run shops.
import {
  type Provider,
  ProviderError,
  type ProviderErrorFacts,
  type ProviderErrorKind,
  SAME_WORDS,
  toldIn,
} from '../provider/error.ts';

export const SHOP_ERRORS = {
  ...SAME_WORDS,
  auth_expired: {
    says: 'no longer accepts the connection',
    fix: 'Reconnect the shop.',
  },
  permission: {
    says: 'does not allow this to our app in the shop',
    fix: 'Reconnect the shop and approve all permissions.',
  },
  invalid: {
    says: 'rejected a value',
    fix: 'Try again. If it keeps failing, contact support.',
  },
  not_found: {
    says: 'cannot find the shop, or an item in it',
    fix: "Check in the shop's admin that it exists.",
  },
  needs_human: {
    says: 'has locked the shop or stopped its plan',
    fix: "Open the shop's admin, complete what it asks for, then retry.",
  },
  too_long: {
    says: 'has more in this shop than the service can read',
    fix: "Delete what is no longer needed in the shop's admin.",
  },
} as const satisfies Record<ProviderErrorKind, { says: string; fix: string }>;

export class ShopError extends ProviderError {
  /** @param platform the name that people know, such as `Shopify`. */
  constructor(platform: string, kind: ProviderErrorKind, facts: ProviderErrorFacts = {}) {
    super(platform, kind, toldIn(SHOP_ERRORS, kind, facts), facts);
    this.name = 'ShopError';
  }
}

/** One shop platform's errors. @param name the platform's name as people know it. */
export const shopProvider = (name: string): Provider<ShopError> => ({
  name,
  error: (kind, facts) => new ShopError(name, kind, facts),
});
