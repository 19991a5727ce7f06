// The names of what rows are split by.
import { creatorOperations } from '../../../domains/work/creators/operations.ts';
import { platformName } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { wholeList } from '../whole-list.ts';
import type { Group } from './asked.ts';
import type { Choices } from './filters.tsx';

export type Key = Group | 'account';
export type RowNames = (key: Key, id: string | null | undefined) => string;

const NONE: Readonly<Record<Key, string>> = {
  account: 'A client',
  campaign: 'No campaign',
  submission: 'No submission',
  creator: 'No creator',
  ad: 'No single ad',
  platform: 'No platform',
};
/** For records whose names were not found. */
const UNNAMED: Readonly<Record<Key, string>> = {
  account: 'A client',
  campaign: 'A campaign',
  submission: 'A submission',
  creator: 'A creator',
  ad: 'An ad',
  platform: 'A platform',
};

/** @param creators the IDs of the creators that are shown. */
export async function rowNames(
  at: PlaceVisit,
  keys: readonly Key[],
  choices: Choices,
  creators: readonly string[],
): Promise<RowNames> {
  const isIn = (key: Key) => keys.includes(key);
  const none = { items: [] };
  const [submissions, ads, creatorNames] = await Promise.all([
    isIn('submission') ? wholeList(at, 'GET /v1/submissions') : none,
    isIn('ad') ? wholeList(at, 'GET /v1/ads') : none,
    creators.length > 0 ? at.run(creatorOperations.listCreatorNames, { body: { creators } }) : { names: [] },
  ]);
  const names: Readonly<Record<string, string>> = Object.fromEntries(
    [
      ...choices.campaigns,
      ...choices.clients,
      ...ads.items,
      ...creatorNames.names,
      ...submissions.items.map(({ id, caption }) => ({ id, name: caption || 'Untitled' })),
    ].map(({ id, name }) => [id, name]),
  );
  return (key, id) => {
    if (id == null) return NONE[key];
    return key === 'platform' ? platformName(id) : (names[id] ?? UNNAMED[key]);
  };
}
