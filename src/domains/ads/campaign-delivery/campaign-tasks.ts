import type { TaskOwner } from '../platform-tasks/step.ts';
import { stepDone, taskEnded } from './follow-task.ts';
import { prepareStep } from './prepare-step.ts';

export const campaignTasks: TaskOwner = {
  prepare: prepareStep,
  stepDone,
  taskEnded,
  // Nobody but a campaign's own verbs cancels its tasks, and they say what follows.
  taskCancelled: async () => undefined,
};
