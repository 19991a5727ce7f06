// What other domains ask of the catalogue.
import type { Capabilities } from '../../../integrations/ads/platform.ts';
import { type Act, type CatalogueField, fieldsOfStep } from './catalogue-fields.ts';

type Step = Act & { productVariant: string };

/** Whether a plan can do this to such an object on a platform. */
export const isPlanned = (step: Step, capabilities: Capabilities): boolean =>
  fieldsOfStep(step, capabilities).length > 0;

/** Whether a step can set a value at a JSON pointer of its input. */
export const hasField = (step: Step, path: string, capabilities: Capabilities): boolean =>
  fieldsOfStep(step, capabilities).some((one) => one.path === path);

/** The type of the value at a path of a step's input; null where the step has no such field. */
export const typeOfField = (
  step: Step,
  path: string,
  capabilities: Capabilities,
): CatalogueField['type'] | null =>
  fieldsOfStep(step, capabilities).find((one) => one.path === path)?.type ?? null;
