// What other domains ask of the catalogue.
import type { Capabilities } from '../../../integrations/ads/platform.ts';
import { type Act, fieldsOfStep } from './catalogue-fields.ts';

type Step = Act & { productVariant: string };

/** Whether a plan can do this to such an object on a platform. */
export const isPlanned = (step: Step, capabilities: Capabilities): boolean =>
  fieldsOfStep(step, capabilities).length > 0;

/** Whether a step can set a value at a JSON pointer of its input. */
export const hasField = (step: Step, path: string, capabilities: Capabilities): boolean =>
  fieldsOfStep(step, capabilities).some((one) => one.path === path);
