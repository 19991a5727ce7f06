// Everything that is wrong with a plan's steps among each other, at once and in its place.
import { describe, expect, it } from 'vitest';
import { checkSteps } from '../../../../src/domains/ads/plan-record/check-steps.ts';
import { PlanInput } from '../../../../src/domains/ads/plan-record/plan-input.ts';

const CREATE = {
  id: 'create',
  idempotencyKey: 'create',
  sequence: 0,
  platform: 'meta',
  productVariant: 'auction',
  resourceKind: 'media',
  mutation: 'upload',
  fieldPaths: ['/source'],
  input: { source: { kind: 'submission', id: 'sub_1' } },
};
const SHOW = {
  ...CREATE,
  id: 'show',
  idempotencyKey: 'show',
  sequence: 1,
  resourceKind: 'creative',
  mutation: 'create',
  dependsOnStepIds: ['create'],
  fieldPaths: ['/submission', '/media'],
  input: { submission: { kind: 'submission', id: 'sub_1' }, media: { kind: 'step', id: 'create' } },
};

function problemsOf(steps: readonly object[], platforms = ['meta']): string[] {
  const plan = PlanInput.parse({
    clientRequestId: 'one',
    fieldCatalogVersion: '2026-08-08.2',
    operationType: 'update_campaign',
    platforms,
    settingsSchemaVersion: '2026-08-08.1',
    target: { kind: 'paid_campaign', id: 'camp_1' },
    steps,
  });
  const problems = checkSteps(plan);
  for (const { message, fix } of problems) expect(message && fix).toMatch(/^[A-Z].*\.$/);
  return problems.map(({ step, path, code }) => `${step} ${path} ${code}`);
}

describe('steps', () => {
  it('that fit together have no problems', () => {
    expect(problemsOf([CREATE, SHOW])).toEqual([]);
    const archive = { ...SHOW, mutation: 'archive', input: {}, fieldPaths: ['/status'] };
    expect(problemsOf([CREATE, { ...archive, localResourceId: 'res_1', providerResourceId: '7' }])).toEqual(
      [],
    );
  });

  it.each([
    [
      'the same ID',
      { id: 'create', dependsOnStepIds: [], fieldPaths: ['/submission'], input: { submission: {} } },
      ['create /steps/1/id not_unique'],
    ],
    ['the same key', { idempotencyKey: 'create' }, ['show /steps/1/idempotencyKey not_unique']],
    [
      'a step that is not there',
      { dependsOnStepIds: ['create', 'other'] },
      ['show /steps/1/dependsOnStepIds/1 unknown'],
    ],
    [
      'a step twice',
      { dependsOnStepIds: ['create', 'create'] },
      ['show /steps/1/dependsOnStepIds/1 not_unique'],
    ],
    ['itself', { dependsOnStepIds: ['create', 'show'] }, ['show /steps/1/dependsOnStepIds/1 out_of_order']],
    ['one of the same sequence', { sequence: 0 }, ['show /steps/1/dependsOnStepIds/0 out_of_order']],
    [
      'a value of a step that it does not wait for',
      { dependsOnStepIds: [] },
      ['show /steps/1/input/media/id not_awaited'],
    ],
    [
      'a path without a value',
      { fieldPaths: ['/submission', '/media', '/name'] },
      ['show /steps/1/fieldPaths/2 unknown'],
    ],
    ['a value without its path', { fieldPaths: ['/submission'] }, ['show /steps/1/input/media not_listed']],
    [
      'a path twice',
      { fieldPaths: ['/submission', '/media', '/media'] },
      ['show /steps/1/fieldPaths/2 not_unique'],
    ],
    [
      'the path of a part of a reference',
      { fieldPaths: ['/submission', '/media/id'] },
      ['show /steps/1/fieldPaths/1 unknown', 'show /steps/1/input/media not_listed'],
    ],
    [
      'values for what it ends',
      { mutation: 'archive' },
      [
        'show /steps/1/fieldPaths/0 unknown',
        'show /steps/1/fieldPaths/1 unknown',
        'show /steps/1/fieldPaths not_listed',
        'show /steps/1/input not_taken',
      ],
    ],
    ["the platform's ID alone", { providerResourceId: '7' }, ['show /steps/1/providerResourceId not_taken']],
    ['a platform that the plan does not list', { platform: 'google' }, ['show /steps/1/platform not_listed']],
  ])('with %s are refused there', (_, change, problems) => {
    expect(problemsOf([CREATE, { ...SHOW, ...change }])).toEqual(problems);
  });

  it('are for the platforms that the plan lists, each once', () => {
    expect(problemsOf([CREATE], ['meta', 'google', 'meta'])).toEqual([
      'null /platforms/1 unused',
      'null /platforms/2 not_unique',
    ]);
  });

  it('are told of all their problems at once', () => {
    const problems = problemsOf(
      [CREATE, { ...SHOW, id: 'create', sequence: 0, fieldPaths: ['/name'] }],
      ['google'],
    );
    expect(new Set(problems.map((one) => one.split(' ').at(-1)))).toEqual(
      new Set(['not_unique', 'unused', 'not_listed', 'out_of_order', 'unknown']),
    );
  });
});
