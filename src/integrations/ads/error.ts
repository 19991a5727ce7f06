// Errors of ad platforms, described in the words of people who run campaigns.
import {
  type Provider,
  ProviderError,
  type ProviderErrorFacts,
  type ProviderErrorKind,
  SAME_WORDS,
  toldIn,
} from '../provider/error.ts';
import { managerOf } from './manager.ts';
import { PLACES, type Place, type Places } from './places.ts';

interface AdWords {
  says: string;
  fix: string;
  /** What to do about a step of a plan, which is repaired where a campaign is retried; left out where both are the same. */
  planFix?: string;
}

export const AD_ERRORS = {
  ...SAME_WORDS,
  auth_expired: {
    says: 'no longer accepts the connection',
    fix: 'Reconnect the ad account.',
  },
  permission: {
    says: 'does not allow this for the person who connected the ad account',
    fix: 'Give that person access, or have somebody with access reconnect the ad account.',
  },
  invalid: {
    says: 'rejected a value',
    fix: 'Change the campaign, then retry.',
    planFix: 'Change the campaign, then repair the plan.',
  },
  not_found: {
    says: 'cannot find an item that is needed, or the connection has no access to it',
    fix: 'Check that it was not deleted in {manager}, and that the person who connected the ad account has access.',
  },
  needs_human: {
    says: 'requires a check of the ad account first',
    fix: 'Open the ad account in {manager}, complete what it asks for, then retry.',
    planFix: 'Open the ad account in {manager}, complete what it asks for, then repair the plan.',
  },
  too_long: {
    says: 'has more in this ad account than the service can read',
    fix: 'Delete what is no longer needed in {manager}, or use a smaller ad account.',
  },
} as const satisfies Record<ProviderErrorKind, AdWords>;

export type AdErrorKind = ProviderErrorKind;

interface AdErrorFacts extends ProviderErrorFacts {
  /** The campaign field that the refused field comes from. */
  path?: Place | null;
}

export class AdError extends ProviderError {
  readonly platform: string;
  readonly path: Place | null;

  /** @param platform the name that people know, such as `Meta`. */
  constructor(platform: string, kind: AdErrorKind, facts: AdErrorFacts = {}) {
    const { path = null, platformCode = null } = facts;
    const told = {
      says: saysOf(kind, path, platformCode),
      fix: fixOf(kind, path, platform),
      more: path === null ? {} : { path },
    };
    super(platform, kind, told, facts);
    this.name = 'AdError';
    this.platform = platform;
    this.path = path;
  }

  /** The same error, with the campaign field that the refused field comes from. */
  placed(places: Places): AdError {
    const path = this.field === null ? null : (places[this.field] ?? null);
    return path === null ? this : new AdError(this.platform, this.kind, { ...this, path });
  }
}

/** One ad platform's errors. @param name the platform's name as people know it. */
export const adProvider = (name: string): Provider<AdError> => ({
  name,
  error: (kind, facts) => new AdError(name, kind, facts),
});

/**
 * The part of the message after the platform's name: what is wrong. A field without a name here is described by the
 * platform's error code.
 */
function saysOf(kind: AdErrorKind, path: Place | null, platformCode: string | null): string {
  if (kind === 'invalid' && path !== null) return `rejected ${PLACES[path]}`;
  return toldIn(AD_ERRORS, kind, { platformCode }).says;
}

/** What to do about it. @param platform the name that people know. @param of what failed. */
export function fixOf(
  kind: AdErrorKind,
  path: Place | null,
  platform: string,
  of: 'campaign' | 'plan' = 'campaign',
): string {
  if (kind === 'invalid' && path !== null)
    return of === 'plan'
      ? `Change ${PLACES[path]}, then repair the plan.`
      : `Change ${PLACES[path]}, then retry.`;
  const { fix, planFix = fix }: AdWords = AD_ERRORS[kind];
  return (of === 'plan' ? planFix : fix).replaceAll('{manager}', managerOf(platform));
}
