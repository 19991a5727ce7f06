// A body that is no plan by its form is answered as a plan with problems: each names its step.
import { expect, it } from 'vitest';
import { planBody } from '../../../harness/ads/kept-plans.ts';
import { call, mintAccount } from '../../../harness/world.ts';

it('names the step of what is no plan by its form', async () => {
  const { key } = await mintAccount();
  const [step] = planBody().steps;
  const deep = JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`);
  const problems = async (more: object, body: object = {}) =>
    (
      await call('POST', '/ads/plans', {
        key,
        body: { ...planBody(), steps: [step!, { ...step!, id: 'second', ...more }], ...body },
      })
    ).body.error.details;
  for (const [more, path] of [
    [{ platform: 'x' }, '/platform'],
    [{ input: { name: 'half \ud83d' } }, '/input/name'],
    [{ input: { deep } }, `/input/deep${'/0'.repeat(28)}`],
    [{ token: 'x' }, '/token'],
    [{ sequence: undefined }, '/sequence'],
  ] as const)
    expect(await problems(more)).toMatchObject([
      { step: 'second', path: `/steps/1${path}`, fix: expect.stringMatching(/\.$/) },
    ]);
  expect(await problems({ id: 7 })).toMatchObject([{ step: null, path: '/steps/1/id' }]);
  expect(await problems({}, { target: {} })).toMatchObject([{ step: null }, { step: null }]);
  expect(await problems({}, { steps: 'x' })).toMatchObject([{ step: null, path: '/steps' }]);
  const many = Array.from({ length: 101 }, () => step!);
  expect(await problems({}, { steps: many })).toMatchObject([{ step: null, path: '/steps' }]);
});
