import { portion } from './vitest/portion.ts';

/** The rows of such a table that a run plays: each move, and of what each state refuses a portion. */
export const playedRows = <Row extends { state: string; action: string; by: string }>(
  rows: readonly Row[],
  isMove: (row: Row) => boolean,
): Row[] => portion(rows, 8, (row) => (isMove(row) ? `${row.state} ${row.action} ${row.by}` : row.state));

/**
 * For tables of states and actions: creates each state once, for all actions that are refused in it. A test
 * that shares a scene must check that it left everything unchanged; an allowed action needs its own scene.
 */
export function shared<Given extends unknown[], Scene>(
  reach: (...given: Given) => Promise<Scene>,
): (...given: Given) => Promise<Scene> {
  const reached = new Map<string, Promise<Scene>>();
  return async (...given) => {
    const key = JSON.stringify(given);
    const scene = reached.get(key) ?? reach(...given);
    reached.set(key, scene);
    return await scene;
  };
}
