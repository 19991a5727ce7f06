// Every problem, warning and reason of campaigns says what is wrong and what to do, in the words of the
// trade.
import { describe, expect, it } from 'vitest';
import { brokenRule } from '../../src/domains/ads/ad-fields/broken-rule.ts';
import { fieldsOf } from '../../src/domains/ads/ad-fields/fields-of.ts';
import { HOLDS } from '../../src/domains/ads/campaign-record/campaign-row.ts';
import { FAILURES, HOLD_REASONS, issueSays } from '../../src/domains/ads/campaign-record/reason.ts';
import { brokenConversion, brokenPay, UNSAID_PAY } from '../../src/domains/ads/campaign-terms/check-pay.ts';
import { PAY_MODELS } from '../../src/domains/ads/campaign-terms/terms.ts';
import { AD_ERRORS, AdError, type AdErrorKind } from '../../src/integrations/ads/error.ts';
import { AD_ISSUES, type AdIssueCode, issueWords } from '../../src/integrations/ads/issues.ts';
import { PLACES, type Place } from '../../src/integrations/ads/places.ts';
import { googleAdapter } from '../../src/integrations/google/adapter.ts';
import { metaAdapter } from '../../src/integrations/meta/adapter.ts';
import { snapchatAdapter } from '../../src/integrations/snapchat/adapter.ts';
import { tiktokAdapter } from '../../src/integrations/tiktok/adapter.ts';
import { expectPlain, expectProblem, oddTurns } from '../harness/pages/plain-words.ts';
import { read, sources } from './support/sources.ts';
import { textsIn } from './support/texts.ts';

const PLATFORMS = [metaAdapter, tiktokAdapter, googleAdapter, snapchatAdapter].map((one) => one.capabilities);

describe.each(PLATFORMS)('$name', (capabilities) => {
  const { name } = capabilities;

  it('has words for each of its fields', () => {
    for (const { about, path } of fieldsOf(capabilities)) expectPlain(about, path);
  });

  it('has words for every warning', () => {
    for (const advice of capabilities.advice) expectProblem(advice);
  });

  it('has words for every refusal, with the place that it is about', () => {
    for (const kind of Object.keys(AD_ERRORS) as AdErrorKind[])
      for (const path of [null, ...(Object.keys(PLACES) as Place[])])
        for (const platformCode of [null, '100/7']) {
          const { message, fix } = new AdError(name, kind, { path, platformCode });
          expect(message.endsWith(` ${fix}`)).toBe(true);
          expectProblem({ path, code: kind, message: message.slice(0, -fix.length - 1), fix });
          expect(message.startsWith(`${name} `)).toBe(true);
          // People are told which value is wrong: its name, or else the number that the platform's support
          // asks for.
          if (kind === 'invalid' && (path ?? platformCode) !== null)
            expect(message).toContain(path === null ? platformCode : PLACES[path]);
        }
  });

  it('has words for every state that it may report', () => {
    for (const code of Object.keys(AD_ISSUES) as AdIssueCode[]) {
      const { says, fix } = issueWords(code, name);
      expectProblem({ path: null, code, message: says, fix });
      expectPlain(issueSays(code, name.toLowerCase()), code);
    }
  });
});

it('every value that breaks a field of a platform has words', () => {
  const long = 'x'.repeat(70_000);
  const many = Array.from({ length: 600 }, (_, n) => String(n));
  const odd = [undefined, '', ' ', 'odd one', long, -1, 0.5, 1e12, true, {}, [], [''], [7], many];
  const seen = new Set<string>();
  for (const { name, ...capabilities } of PLATFORMS)
    for (const field of fieldsOf({ name, ...capabilities }))
      for (const value of odd) {
        const broken = brokenRule(field, value, name);
        if (broken === null) continue;
        seen.add(broken.code);
        expectProblem(broken);
      }
  expect([...seen].toSorted()).toEqual(codesOf('src/domains/ads/ad-fields/broken-rule.ts'));
});

describe('the service itself', () => {
  it('has words for whatever keeps a campaign from running', () => {
    for (const hold of HOLDS) expectProblem({ path: null, code: hold, ...HOLD_REASONS[hold] });
    for (const [code, { fix, planFix = fix }] of Object.entries(FAILURES))
      for (const what of [fix, planFix])
        expectProblem({ path: null, code, message: 'The step failed.', fix: what });
    // A plan has no retry.
    for (const { fix, planFix = fix } of [
      ...Object.values(FAILURES),
      ...Object.values<{ fix: string; planFix?: string }>(AD_ERRORS),
    ])
      expect(planFix).not.toMatch(/\bretry\b/i);
  });

  it('has words for all creator pay that is none', () => {
    const amounts = [null, 0, 5];
    const seen = new Set<string>();
    for (const model of PAY_MODELS)
      for (const creatorShare of amounts)
        for (const leadAmount of amounts)
          for (const revenueEvent of [null, 'purchase'] as const)
            for (const cap of amounts) {
              const attribution = { source: 'service', conversion: null } as const;
              const pay = { model, creatorShare, leadAmount, revenueEvent, cap, attribution };
              for (const { field, ...broken } of brokenPay(pay)) {
                seen.add(broken.code);
                expectProblem({ ...broken, path: `/creatorPay/${field}` });
              }
            }
    const creatorPay = { ...UNSAID_PAY, model: 'lead', leadAmount: 5 } as const;
    for (const source of ['platform', 'service'] as const) {
      const counting = {
        ...creatorPay,
        revenueEvent: 'lead',
        attribution: { source, conversion: 'conv_1' },
      } as const;
      const broken = brokenConversion({ creatorPay: counting, optimizationEvent: 'lead' }, 'purchase')!;
      seen.add(broken.code);
      expectProblem({ ...broken, path: '/attribution/conversion' });
    }
    expect([...seen].toSorted()).toEqual(codesOf('src/domains/ads/campaign-terms/check-pay.ts'));
  });
});

/** The files with texts about campaigns that people read on a page or in a response. */
const FILES = sources(
  ...['src/domains/ads', 'src/domains/accounts/connections', 'src/console/pages/campaigns'],
  ...['ads', 'meta', 'tiktok', 'google', 'snapchat'].map((one) => `src/integrations/${one}`),
);
const SENTENCE = /^[\p{Lu}“…].* /su;
/** The names and calls that contain what is wrong and what to do about it. */
const SAID = new Set([
  'message',
  'fix',
  'says',
  'about',
  'ours',
  'problem',
  'rejected',
  'AppError',
  'invalidField',
]);

describe('a text about campaigns', () => {
  const texts = FILES.flatMap((file) =>
    textsIn(read(file))
      .filter(({ text }) => SENTENCE.test(text))
      .map((one) => ({ file, ...one })),
  );

  it('has no turn that people of the trade do not say', () => {
    expect(texts.length).toBeGreaterThan(800);
    const odd = texts.flatMap(({ file, text }) => oddTurns(text).map((turn) => `${file}: ${turn}`));
    expect(odd).toEqual([]);
  });

  it('is a whole sentence where it says what is wrong', () => {
    const said = texts.filter((one) => SAID.has(one.in) && !one.file.startsWith('src/console/'));
    expect(said.length).toBeGreaterThan(200);
    const cut = said.filter(({ text }) => !/(?:[^\s.]\.|…)$/.test(text));
    expect(cut.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  it('is found by this rule wherever it is written, and is judged', () => {
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is code.
    const source = [
      "// It's no text: 'Comments are not read.'",
      'const pattern = /["\'`]/;',
      "fail('a', { message: 'One is said.', fix: yes ? 'Two is said.' : `Three ${of ? `has ${4} parts` : ''} here.` });",
    ].join('\n');
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is code.
    const found = textsIn(source).filter(({ text }) => SENTENCE.test(text));
    expect(found.map(({ text }) => text)).toEqual(['One is said.', 'Two is said.', 'Three … here.']);
    for (const text of [
      'Nothing stands against it.',
      'Meta wants at least $1.00 a day.',
      'It waits for a yes.',
      'Leave it out.',
      'Make it at most 4.',
      'The date is past.',
      'A share of 5 %.',
    ])
      expect(oddTurns(text), text).not.toEqual([]);
    for (const text of ['no end', 'Cut off', 'It is {odd}.', 'Two  spaces.', 'lower case.', 'Of null.'])
      expect(() => expectPlain(text), text).toThrow();
  });
});

/** The codes of the problems that a file can find. */
function codesOf(file: string): string[] {
  const codes = [...read(file).matchAll(/code: '(\w+)'|say\(\s*'\w+',\s*'(\w+)'/g)];
  return [...new Set(codes.map(([, one, other]) => (one ?? other)!))].toSorted();
}

describe('a problem of the preflight', () => {
  const CHECKS = sources(
    'src/domains/ads/campaign-record',
    'src/domains/ads/campaign-preflight',
    'src/domains/ads/campaign-delivery',
    'src/domains/ads/campaigns',
    'src/domains/ads/campaign-terms',
    'src/domains/ads/ad-fields',
  ).filter((file) => /\b(?:Broken[A-Z]\w+|\w+Problem)\b/.test(read(file)));

  it('is met by a test of campaigns, whatever its code, which judges its words', () => {
    const tests = sources('test/domains/ads', 'test/rules').map(read).join('\n');
    const said = /(?:code: |(?:say|ours|problem)\(\s*(?:(?:'\/[^']*'|`[^`]*`|path),\s*)?)'([a-z_]+)'/g;
    const codes = CHECKS.flatMap((file) => [...read(file).matchAll(said)].map(([, code]) => code!));
    expect(new Set(codes).size).toBeGreaterThan(30);
    expect([...new Set(codes)].filter((code) => !new RegExp(`\\b${code}\\b`).test(tests))).toEqual([]);
  });
});
