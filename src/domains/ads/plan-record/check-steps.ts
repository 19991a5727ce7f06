// What is wrong with a plan's steps among each other, whatever the platforms and records say.
import { isRecord } from '../../../kit/given.ts';
import type { Mutation } from '../field-catalogue/catalogue.ts';
import { leavesOf } from '../field-catalogue/check-input.ts';
import { inStep, type PlanInput, type PlanStep } from './plan-input.ts';

export interface PlanProblem {
  /** The ID of the step; null for the plan itself. */
  step: string | null;
  /** A JSON pointer into the body. */
  path: string;
  code: string;
  message: string;
  /** What to do about it. */
  fix: string;
}

/** Steps that archive, delete or detach have an empty input. */
const WITHOUT_INPUT: readonly Mutation[] = ['archive', 'delete', 'detach'];
const ENDS = ['/status'];

type Leaf = ReturnType<typeof leavesOf>[number];

export function checkSteps({ steps, platforms }: PlanInput): PlanProblem[] {
  const sequences = new Map(steps.map(({ id, sequence }) => [id, sequence]));
  return [
    ...repeated(steps, 'id'),
    ...repeated(steps, 'idempotencyKey'),
    ...platformProblems(steps, platforms),
    ...steps.flatMap((step, n) => {
      const leaves = leavesOf(step.input);
      return [
        ...dependencyProblems(step, n, sequences),
        ...pathProblems(step, n, leaves),
        ...referenceProblems(step, n, leaves),
        ...resourceProblems(step, n),
      ];
    }),
  ];
}

function repeated(steps: readonly PlanStep[], field: 'id' | 'idempotencyKey'): PlanProblem[] {
  const first = new Set<string>();
  return steps.flatMap((step, n) => {
    if (!first.has(step[field])) {
      first.add(step[field]);
      return [];
    }
    const message = `An earlier step has the same ${field}.`;
    return [
      { step: step.id, path: inStep(n, field), code: 'not_unique', message, fix: 'Give each its own.' },
    ];
  });
}

function platformProblems(steps: readonly PlanStep[], platforms: readonly string[]): PlanProblem[] {
  const fix = 'List exactly the platforms of the steps, each once.';
  const used = new Set<string>(steps.map(({ platform }) => platform));
  const listed = platforms.flatMap((platform, n): PlanProblem[] => {
    const path = `/platforms/${n}`;
    if (platforms.indexOf(platform) < n)
      return [{ step: null, path, code: 'not_unique', message: `${platform} is listed twice.`, fix }];
    return used.has(platform)
      ? []
      : [{ step: null, path, code: 'unused', message: `No step is for ${platform}.`, fix }];
  });
  const missing = steps.flatMap(({ id, platform }, n): PlanProblem[] =>
    platforms.includes(platform)
      ? []
      : [
          {
            step: id,
            path: inStep(n, 'platform'),
            code: 'not_listed',
            message: `The plan does not list ${platform}.`,
            fix,
          },
        ],
  );
  return [...listed, ...missing];
}

function dependencyProblems(
  { id, sequence, dependsOnStepIds }: PlanStep,
  n: number,
  sequences: ReadonlyMap<string, number>,
): PlanProblem[] {
  const problem = (at: number, code: string, message: string, fix: string): PlanProblem[] => [
    { step: id, path: inStep(n, 'dependsOnStepIds', at), code, message, fix },
  ];
  const seen = new Set<string>();
  return dependsOnStepIds.flatMap((on, at) => {
    if (seen.has(on)) return problem(at, 'not_unique', 'It is named twice.', 'Name each step once.');
    seen.add(on);
    const before = sequences.get(on);
    if (before === undefined)
      return problem(at, 'unknown', 'The plan has no such step.', 'Name a step of this plan.');
    if (before < sequence) return [];
    const message = on === id ? 'A step cannot wait for itself.' : 'That step is not of a lower sequence.';
    return problem(at, 'out_of_order', message, 'Depend on steps of lower sequence alone.');
  });
}

/** `fieldPaths` are what a person approves, so they are exactly what the input has. */
function pathProblems(
  { id, mutation, fieldPaths, input }: PlanStep,
  n: number,
  leaves: readonly Leaf[],
): PlanProblem[] {
  const isEnd = WITHOUT_INPUT.includes(mutation);
  const fix = isEnd ? 'Send ["/status"].' : 'Send exactly the JSON pointers of the values in input.';
  const wanted = new Set(isEnd ? ENDS : leaves.map(([path]) => path));
  const problem = (at: number, code: string, message: string): PlanProblem[] => [
    { step: id, path: inStep(n, 'fieldPaths', at), code, message, fix },
  ];
  const listed = new Set<string>();
  const problems = fieldPaths.flatMap((path, at) => {
    if (listed.has(path)) return problem(at, 'not_unique', 'It is listed twice.');
    listed.add(path);
    return wanted.has(path) ? [] : problem(at, 'unknown', 'The input has no such value.');
  });
  const left = [...wanted].filter((path) => !listed.has(path));
  const missing = left.map((path) => ({
    step: id,
    path: isEnd ? inStep(n, 'fieldPaths') : `${inStep(n, 'input')}${path}`,
    code: 'not_listed',
    message: `fieldPaths does not list ${path}.`,
    fix,
  }));
  const full =
    isEnd && Object.keys(input).length > 0
      ? [
          {
            step: id,
            path: inStep(n, 'input'),
            code: 'not_taken',
            message: 'A step that archives, deletes or detaches has no input.',
            fix: 'Send {}.',
          },
        ]
      : [];
  return [...problems, ...missing, ...full];
}

/** A value of another step can be had only once that is done. */
function referenceProblems(
  { id, dependsOnStepIds }: PlanStep,
  n: number,
  leaves: readonly Leaf[],
): PlanProblem[] {
  return leaves.flatMap(([path, value]): PlanProblem[] => {
    const isStep = isRecord(value) && value.kind === 'step';
    if (!isStep || dependsOnStepIds.includes(value.id as string)) return [];
    return [
      {
        step: id,
        path: `${inStep(n, 'input')}${path}/id`,
        code: 'not_awaited',
        message: 'The step does not depend on that one.',
        fix: 'Name it in dependsOnStepIds.',
      },
    ];
  });
}

function resourceProblems({ id, localResourceId, providerResourceId }: PlanStep, n: number): PlanProblem[] {
  if (providerResourceId === undefined || localResourceId !== undefined) return [];
  return [
    {
      step: id,
      path: inStep(n, 'providerResourceId'),
      code: 'not_taken',
      message: 'It requires localResourceId.',
      fix: 'Send localResourceId too, or remove this.',
    },
  ];
}
