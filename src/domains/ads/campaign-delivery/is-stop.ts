import type { StepRow } from '../platform-tasks/interface.ts';
import type { StepInput } from './plan-setup.ts';

/** Whether a step turns off the campaign itself. */
export function isStop({ kind, input }: Pick<StepRow, 'kind' | 'input'>): boolean {
  const { adSet, ad, to } = (input ?? {}) as StepInput;
  return kind === 'run' && adSet === undefined && ad === undefined && (to === 'paused' || to === 'archived');
}
