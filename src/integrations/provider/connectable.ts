// What a provider has to offer so that a person can connect an account there by consent: ad platforms, shops and
// social accounts alike.
import type { Vars } from '../../env.ts';
import type { Provider } from './error.ts';
import type { Site } from './site.ts';

export interface Tokens {
  token: string;
  /** Null for providers without refresh tokens. */
  refreshToken: string | null;
  /** In milliseconds; null for a token without an expiry. */
  expiresAt: number | null;
  /** When the refresh token expires, in milliseconds. Left out when it is valid until it is revoked. */
  refreshExpiresAt?: number;
}

/** The result of a person's consent. */
export interface Grant extends Tokens {
  /**
   * The provider's ID of the person or shop, which stays the same when they connect again. The handle and the picture are
   * those of a social account.
   */
  user: { id: string; name: string | null; handle?: string | null; avatarUrl?: string | null };
  /** Permissions that were requested but not granted, in words for people. */
  missing: readonly string[];
}

/** What the provider sent the person back with. */
interface ConsentAnswer {
  code: string;
  redirectUri: string;
  /** The whole query of the URL, which some providers sign. */
  query?: URLSearchParams;
  /** Milliseconds, from which a token's expiry is counted. */
  now: number;
}

export interface Connectable {
  provider: Provider;
  /** What the service gets access to, as our consent page says it. */
  accessTo: readonly string[];
  /** What for, as the end of a sentence: "and want it to … ". */
  purpose: string;
  /** Whether the deployment has all settings to connect to it. */
  configured(vars: Vars): boolean;
  /**
   * The provider's URLs and our app there, from the deployment's settings. Throws unavailable when the app is not set.
   * @param shop the shop's domain, for providers where each shop has URLs of its own.
   */
  site(vars: Vars, shop?: string): Site;
  /** The provider's consent page. */
  authorizeUrl(site: Site, consent: { state: string; redirectUri: string }): string;
  exchangeCode(site: Site, answer: ConsentAnswer): Promise<Grant>;
  /** Renews tokens that expire; null for providers where the person has to consent again. */
  renew: ((site: Site, refreshToken: string, now: number) => Promise<Tokens>) | null;
  /**
   * Revokes everything that the person granted to the service at the provider; null where only the person can, in the
   * provider's settings.
   */
  revoke: ((site: Site, tokens: Pick<Tokens, 'token' | 'refreshToken'>) => Promise<void>) | null;
}
