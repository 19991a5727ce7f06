// Every refusal and every status has a reason in words: what is wrong, what to do, and who caused it.
import { describe, expect, it } from 'vitest';
import { inPeoplesWords } from '../../../../src/console/pages/campaigns/problem-words.ts';
import { CAMPAIGN_STATUSES, HOLDS } from '../../../../src/domains/ads/campaign-record/campaign-row.ts';
import {
  FAILURES,
  type Reason,
  reasonOfFailure,
  reasonOn,
} from '../../../../src/domains/ads/campaign-record/reason.ts';
import { reportedIssues, reportedStatus } from '../../../../src/domains/ads/campaign-record/status.ts';
import type { StepRow } from '../../../../src/domains/ads/platform-tasks/interface.ts';
import { setbackOf } from '../../../../src/domains/ads/platform-tasks/outcome.ts';
import { AD_ERRORS, AdError, type AdErrorKind } from '../../../../src/integrations/ads/error.ts';
import { AD_ISSUES, type AdIssue, issueParts, REASON_BY } from '../../../../src/integrations/ads/issues.ts';
import { PLACES } from '../../../../src/integrations/ads/places.ts';
import type { RunningObject, RunningState } from '../../../../src/integrations/ads/steps.ts';
import { campaignState } from '../../../../src/integrations/google/words.ts';
import { issuesOf as metaIssues, stateOf as metaState } from '../../../../src/integrations/meta/words.ts';
import { issuesOf as snapIssues, stateOf as snapState } from '../../../../src/integrations/snapchat/words.ts';
import { stateOf as tiktokState } from '../../../../src/integrations/tiktok/words.ts';
import { AD_PLACES } from '../../../harness/ads/ad-places.ts';

declare global {
  interface ImportMeta {
    glob(patterns: string[], options: object): unknown;
  }
}

const FOLDERS = ['meta', 'tiktok', 'google', 'snapchat'];
const SOURCES = import.meta.glob(
  [
    '/src/integrations/{meta,tiktok,google,snapchat}/*.ts',
    '/src/domains/ads/platform-tasks/*.ts',
    '/src/domains/ads/campaign-delivery/prepare-step.ts',
    '/src/domains/ads/campaign-preflight/{check-*,preflight,creator-pay-of}.ts',
    '/src/domains/accounts/connections/{use-connection,renew-token}.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
) as Record<string, string>;
const textOf = (folder: string) =>
  Object.entries(SOURCES)
    .filter(([path]) => path.includes(folder))
    .map(([, text]) => text)
    .join('\n');
/** Words of ours and of the API's answers that look like request fields. */
const OUR_WORDS = new Set(
  `ad_set add_to_cart app_promotion book_now complete_registration contact_us delivery_status in_app initiate_checkout learn_more may_have_happened
  shop_now sign_up store_url trial_start view_content`.split(/\s+/),
);
const row = { platform: 'meta', terms: { budget: { daily: 500, billingLimit: null } } } as never;

function expectWords(reason: Reason | null, what: string): void {
  expect(reason, what).not.toBeNull();
  const { message, fix, by, code } = reason!;
  for (const text of [message, fix]) {
    expect(text, what).toMatch(/^[A-Z].*\.$/);
    expect(text, what).not.toMatch(/[{}]|undefined|NaN|null|\/v1\//);
  }
  expect(code, what).toMatch(/^[a-z_]+$/);
  expect(REASON_BY, what).toContain(by);
}

describe('a refusal', () => {
  it('has words for every kind that an adapter throws, with the place that it is about', () => {
    for (const kind of Object.keys(AD_ERRORS) as AdErrorKind[])
      for (const path of [null, ...(Object.keys(PLACES) as (keyof typeof PLACES)[])]) {
        const { message, details } = new AdError('Meta', kind, { field: 'x', path, platformCode: '100/7' });
        expect(details).toMatchObject({ reason: kind, fix: expect.any(String), platformCode: '100/7' });
        const step = { reason: kind, message, field: 'x', platformCode: '100/7', path };
        const reason = reasonOfFailure(step, { platform: 'meta', row });
        expectWords(reason, `${kind} ${path}`);
        expect(reason.platformCode).toBe('100/7');
        expect(reason.message).not.toContain(reason.fix);
        expect(reason.path).toBe(path === '/budget' ? '/budget/daily' : path);
      }
  });

  it('of our own has words, wherever a step may fail', () => {
    const ours = FOLDERS.reduce((text, folder) => text.replace(textOf(`/${folder}/`), ''), textOf(''));
    const reasons = [...ours.matchAll(/rejected\(\s*'([a-z_]+)'/g)].map(([, reason]) => reason!);
    expect(reasons.length).toBeGreaterThan(5);
    for (const reason of new Set([...reasons, 'fault', 'too_many_tries'])) {
      expect(FAILURES[reason], reason).toBeDefined();
      const step = { reason, message: 'It failed.', field: null, platformCode: null, path: null };
      expectWords(reasonOfFailure(step, { platform: 'meta', row }), reason);
    }
  });

  it('that ended the tries says what to do now that nothing is tried again by itself', () => {
    const step = { tries: 9, createdAt: 0 } as StepRow;
    for (const error of [
      new AdError('Meta', 'transient'),
      new AdError('Meta', 'unreadable'),
      new Error('x'),
    ]) {
      const { failed, error: told } = setbackOf(step, error, 0);
      const { code, message, fix } = reasonOfFailure(told, { platform: 'meta', row });
      expect([failed, code, fix]).toEqual([true, 'too_many_tries', FAILURES.too_many_tries!.fix]);
      expect(message).toMatch(/^[^.]+\.$/);
      expect(message).not.toMatch(/try|tried/i);
    }
  });

  it.each(AD_PLACES)('of $name leads from its field to ours', ({ platform, name }) => {
    const text = textOf(`/${name.toLowerCase()}/`);
    const named = [
      /field: '(\w+)'/g,
      /(?:needs|invalid|hasNo)\('(\w+)'\)/g,
      /(?:inPath|asId)\([^()]*?, '(\w+)'/g,
    ].flatMap((pattern) => [...text.matchAll(pattern)].map(([, field]) => field!));
    expect(named.length).toBeGreaterThan(3);
    for (const field of named) expect(platform.capabilities.places, field).toHaveProperty(field);
  });

  it.each(AD_PLACES)('of any field that $name is sent leads to ours, or to none by a decision', (place) => {
    const folder = `/${place.name.toLowerCase()}/`;
    const text = ['making', 'words'].map((file) => SOURCES[`/src/integrations${folder}${file}.ts`]);
    const sent =
      place.name === 'Google'
        ? /\b[a-z]+(?:[A-Z][a-z]+)+(?=: (?!z\.))/g
        : /\b[a-z]+(?:_[a-z0-9]+)+(?=: (?!z\.|Id\b|WordId|optional))/g;
    const names = [...text.join('\n').matchAll(sent)].map(([name]) =>
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    const fields = new Set(names.filter((name) => !OUR_WORDS.has(name) && !name.endsWith('_operation')));
    expect(fields.size).toBeGreaterThan(20);
    expect([...fields].filter((field) => !(field in place.platform.capabilities.places))).toEqual([]);
  });
});

const object = (kind: RunningObject['kind'], state: RunningState, more: Partial<RunningObject> = {}) =>
  ({ kind, id: '1', parent: null, name: 'x', state, issues: [], budget: null, ...more }) as RunningObject;
const STATES: RunningState[] = [
  ...(['active', 'paused', 'in_review', 'processing', 'rejected'] as const),
  ...(['needs_attention', 'archived', 'deleted', 'unknown'] as const),
];

describe('a problem of the preflight', () => {
  it('is said on the page without calls of the API', () => {
    const said = Object.entries(SOURCES).flatMap(([path, text]) =>
      /\/domains\/ads\/campaign(?:s|-\w+)\//.test(path) || path.endsWith('/fields.ts')
        ? [...text.matchAll(/(?:GET|POST|PATCH) \/v1\//g)].map(({ index }) => text.slice(0, index))
        : [],
    );
    expect(said.length).toBeGreaterThan(4);
    for (const before of said) {
      const ofField = /path: '(\/settings\/\w+)'[^}]*$/.exec(before)?.[1];
      const codes = ofField
        ? ['required', 'malformed']
        : [[...before.matchAll(/'([a-z]+_[a-z_]+)'/g)].at(-1)![1]!];
      const paths = ofField ? [ofField] : ['/creatives/0', '/connection', '/attribution/conversion'];
      for (const code of codes) {
        const fixes = paths.map(
          (path) => inPeoplesWords({ path, code, message: '', fix: 'POST /v1/x', platform: null }).fix,
        );
        expect(
          fixes.some((fix) => !fix.includes('/v1/')),
          `${code} ${ofField}`,
        ).toBe(true);
      }
    }
  });
});

describe('a status', () => {
  it('has words for every issue, whoever is behind it', () => {
    for (const code of Object.keys(AD_ISSUES))
      for (const { name } of AD_PLACES) {
        const there = { platform: name.toLowerCase(), status: 'needs_attention' as const, error: null };
        expectWords(
          reasonOn({ ...(row as object), hold: null } as never, { ...there, issues: [code] }),
          code,
        );
        const unknown = reasonOn({ ...(row as object), hold: null } as never, {
          ...there,
          issues: ['code_of_a_later_release:HALTED'],
        });
        expect(unknown).toMatchObject({ code: 'not_running', platformCode: 'HALTED' });
      }
  });

  it('that is not as asked has a reason, and one that is has none', () => {
    for (const status of CAMPAIGN_STATUSES)
      for (const hold of [null, ...HOLDS]) {
        const reason = reasonOn({ ...(row as object), hold } as never, {
          platform: 'meta',
          status,
          error: null,
          issues: [],
        });
        const wrong = status === 'needs_attention' || status === 'draft' || (hold && status === 'paused');
        if (wrong) expectWords(reason, `${status} ${hold}`);
        else expect(reason, `${status} ${hold}`).toBeNull();
      }
  });

  it('that a platform reports has an issue whenever somebody must look, and tells who paused it', () => {
    for (const top of STATES)
      for (const one of STATES)
        for (const other of STATES) {
          const reported = {
            campaign: object('campaign', top),
            ads: [object('ad', one), object('ad', other)],
          };
          const status = reportedStatus(reported.campaign, reported.ads);
          const issues = reportedIssues(status, reported, true);
          const needs = status === 'needs_attention' || status === 'paused';
          expect(issues.length > 0, `${top} ${one} ${other}: ${status} ${issues}`).toBe(needs);
        }
    const strange = (campaign: RunningState, ad: RunningState, issues: AdIssue[] = []) => {
      const reported = { campaign: object('campaign', campaign), ads: [object('ad', ad, { issues })] };
      const status = reportedStatus(reported.campaign, reported.ads);
      return [status, reportedIssues(status, reported, true)];
    };
    expect(strange('unknown', 'active')).toEqual(['needs_attention', ['state_unknown']]);
    expect(strange('active', 'unknown', ['state_unknown:NEW'])).toEqual([
      'needs_attention',
      ['state_unknown:NEW'],
    ]);
    const paused = { campaign: object('campaign', 'paused'), ads: [object('ad', 'paused')] };
    expect(reportedIssues('paused', paused, true)).toEqual(['paused_there']);
    expect(reportedIssues('paused', paused, false)).toEqual([]);
    const ads = [object('ad', 'rejected', { policies: ['Alcohol'] })];
    expect(reportedIssues('needs_attention', { campaign: object('campaign', 'active'), ads }, true)).toEqual([
      'ads_rejected:Alcohol',
    ]);
  });

  it("of each platform's words is one of ours: none of them goes further than its adapter", () => {
    const known = (issues: readonly AdIssue[]) => issues.every((one) => issueParts(one).code in AD_ISSUES);
    const words = [...textOf('/tiktok/').matchAll(/\b_?[A-Z]{3,}(?:_[A-Z]+)*\b/g)].map(([word]) => word);
    for (const word of new Set([...words, ...words.map((one) => `ADGROUP_STATUS_X${one}`)])) {
      const { state, issues } = tiktokState(word);
      expect(known(issues), word).toBe(true);
      if (['rejected', 'needs_attention', 'unknown'].includes(state)) expect(issues.length, word).toBe(1);
    }
    const google = [...textOf('/google/').matchAll(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g)].map(([word]) => word);
    for (const reason of google)
      for (const primary of ['NOT_ELIGIBLE', 'MISCONFIGURED', 'ENDED', 'ELIGIBLE']) {
        const { state, issues } = campaignState('ENABLED', primary, [reason]);
        expect(known(issues), reason).toBe(true);
        if (state === 'needs_attention') expect(issues.length, reason).toBeGreaterThan(0);
      }
    const snapchat = [...textOf('/snapchat/').matchAll(/\b[A-Z]{4,}\b/g)].map(([word]) => word);
    const told = [...new Set(snapchat)].flatMap((word) => {
      const one = { status: 'ACTIVE', delivery_status: [`INVALID_NO_${word}`] };
      const issues = snapIssues(one);
      expect([known(issues), issues.length > 0], word).toEqual([true, snapState(one) !== 'active']);
      return issues;
    });
    expect(told.length).toBeGreaterThan(5);
    const meta = [...textOf('/meta/').matchAll(/\b[A-Z]+(?:_[A-Z]+)*\b/g)].map(([word]) => word);
    const states = [...new Set(meta)].map((word) => {
      const [state, issues] = [metaState(word), metaIssues(word)];
      const bad = ['rejected', 'needs_attention', 'unknown'].includes(state);
      expect([known(issues), issues.length], word).toEqual([true, bad ? 1 : 0]);
      return state;
    });
    expect(states).toEqual(expect.arrayContaining(STATES));
  });
});
