import type { WorkOwner } from '../platform-work/step.ts';
import { stepDone, workEnded } from './follow-work.ts';
import { prepareStep } from './prepare-step.ts';

export const campaignWork: WorkOwner = { prepare: prepareStep, stepDone, workEnded };
