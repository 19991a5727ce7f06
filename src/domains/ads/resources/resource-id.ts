// The IDs of resources follow from the records that they stand for, so that nothing is looked up to write one. The migration
// `ads_resources` and object-store.ts make them in SQL by the same rule.
import { ID_PREFIXES } from '../../../kit/ids.ts';

const PREFIX = `${ID_PREFIXES.adsResource}_`;

/** The resource of a connection, an ad set or an ad has the characters of its ID. */
export const resourceIdOf = (recordId: string): string => PREFIX + recordId.slice(recordId.indexOf('_') + 1);

/** A campaign is one resource on each of its platforms: their first letters take the place of its last characters. */
export const campaignResourceId = (campaignId: string, platform: string): string =>
  resourceIdOf(campaignId).slice(0, -PLATFORM_LETTERS) + platform.slice(0, PLATFORM_LETTERS);

export const PLATFORM_LETTERS = 4;

/** A video or a creative is told by the step that made it: its number takes the place of its task's last characters. */
export const contentResourceId = (taskId: string, n: number): string =>
  resourceIdOf(taskId).slice(0, -STEP_DIGITS) + String(n).padStart(STEP_DIGITS, '0');

const STEP_DIGITS = 3;
