import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { IN_ROUNDS, ROUNDS, restingAt, TURNS } from '../harness/vitest/rounds.ts';

it('files that rest exist, stand once, and rest on two days of three', () => {
  expect(IN_ROUNDS.filter((path) => !existsSync(path))).toEqual([]);
  expect(IN_ROUNDS).toHaveLength(new Set(IN_ROUNDS).size);
  const resting = Array.from({ length: TURNS }, (_, turn) => restingAt(20_786 + turn)).flat();
  for (const path of IN_ROUNDS) expect(resting.filter((one) => one === path)).toHaveLength(TURNS - 1);
});

it('what is played every day in their place exists, and never rests', () => {
  const everyDay = ROUNDS.flatMap(({ everyDay }) => everyDay.map((name) => `test/${name}.test.ts`));
  expect(everyDay.filter((path) => !existsSync(path) || IN_ROUNDS.includes(path))).toEqual([]);
  expect(
    ROUNDS.every(({ everyDay, turns }) => everyDay.length > 0 && turns.every((one) => one.length > 0)),
  ).toBe(true);
});
