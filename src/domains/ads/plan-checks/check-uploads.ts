// Uploads without a campaign go through the account's only connection to the platform.
import type { PlanProblem } from '../plan-record/check-steps.ts';
import type { PlanScene } from './plan-scene.ts';
import { sayer } from './say.ts';

export function uploadProblems({ plan, active, adapters }: PlanScene): PlanProblem[] {
  if (plan.operationType !== 'upload_media') return [];
  return [...new Set(plan.platforms)].flatMap((platform): PlanProblem[] => {
    const found = active.get(platform)!;
    const n = plan.steps.findIndex((step) => step.platform === platform);
    const called = adapters[platform]?.capabilities.name;
    if (n < 0 || called === undefined || found.length === 1) return [];
    return [
      sayer(plan.steps[n]!, n)(['platform'], {
        code: 'one_connection',
        message:
          found.length === 0
            ? `There is no active connection to ${called}.`
            : `There are ${found.length} active connections to ${called}.`,
        fix: found.length === 0 ? `Connect ${called}.` : `Disconnect all but one connection to ${called}.`,
      }),
    ];
  });
}
