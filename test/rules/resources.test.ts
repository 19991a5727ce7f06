// A resource is in the folder with its name: /v1/programs is routed in the domain programs.
import { describe, expect, it } from 'vitest';
import { read, sources } from './support/sources.ts';

/** Paths that are routed elsewhere, and why. This list only shrinks. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'accounts/accounts /v1/brands': 'A brand is an account: one table.',
  'accounts/webhooks /v1/events': 'An event is kept for its deliveries.',
  'accounts/webhooks /v1/keys/current/test-events': 'It makes an event, which a key knows nothing of.',
  'ads/ad-library /v1/ad-audiences': 'Read from the platform as interests are: one subject, no table.',
  'ads/ad-library /v1/ad-interests': 'Read from the platform as audiences are: one subject, no table.',
  'ads/ad-records /v1/ad-sets': 'Ad sets and ads are siblings: one list, one presenter.',
  'ads/ad-records /v1/ads': 'Ad sets and ads are siblings: one list, one presenter.',
  'ads/campaigns /v1/campaign-preflights': 'It checks what POST /v1/campaigns would take.',
  'catalog/shops /v1/connections/:id/syncs': 'What is read of a shop is known above its connection.',
  'content/mirrors /v1/connections/:id/posts': 'Posts are known above the connection that they are read by.',
  'measurement/pixel-events /v1/pixels/:id/event-batches': 'Events stand above the pixel that they come by.',
  'measurement/pixel-events /v1/pixels/:id/events': 'Events stand above the pixel that they come by.',
  'money/earnings /v1/submissions/:id/cut-pay': 'What limits cut is known above the work.',
  'money/earnings /v1/submissions/:id/conversions': 'What each sale earned is known above the work.',
  'money/payout-accounts /v1/payouts/countries': 'Where payouts go is the payout account’s, below payouts.',
};

/**
 * Whether a path names the domain: /v1/pixel-events the domain pixel-events, /v1/account the domain accounts.
 */
function isAtHome(domain: string, path: string): boolean {
  const [, , resource = ''] = path.split('/');
  const name = domain.split('/').at(-1);
  return name === resource || name === `${resource}s`;
}

const ROUTED = sources('src/domains')
  .filter((path) => path.endsWith('/routes.ts'))
  .flatMap((path) => {
    const domain = path.split('/').slice(2, 4).join('/');
    return [...read(path).matchAll(/^ {4}path: '(\/v1\/[^']+)',$/gm)].map(([, at]) => ({ domain, at: at! }));
  });

describe('a resource', () => {
  it('is routed in the domain of its name, but for a list that only shrinks', () => {
    const elsewhere = ROUTED.filter(({ domain, at }) => !isAtHome(domain, at)).map(
      ({ domain, at }) => `${domain} ${at.replace(/^(\/v1\/(?:brands|events|ad-sets|ads))(\/.*)?$/, '$1')}`,
    );
    expect([...new Set(elsewhere)].sort()).toEqual(Object.keys(ELSEWHERE).sort());
  });

  it('is looked for on every route of /v1', () => {
    expect(ROUTED.length).toBeGreaterThan(90);
    expect(isAtHome('work/programs', '/v1/programs/:id')).toBe(true);
    expect(isAtHome('work/program-terms', '/v1/programs/:id')).toBe(false);
  });
});

describe('a URL that people give', () => {
  it('has one of the schemas of src/resource/fields.ts, which keep no passwords', () => {
    // Integrations read what platforms say.
    const own = sources('src')
      .filter((path) => !path.startsWith('src/integrations/'))
      .filter((path) => !['src/resource/fields.ts', 'src/env.ts'].includes(path))
      .filter((path) => /\bz\s*\.url\(/.test(read(path)));
    expect(own).toEqual([]);
    expect(sources('src').filter((path) => /\b(webUrl|pageUrl)\(/.test(read(path))).length).toBeGreaterThan(
      6,
    );
  });
});
