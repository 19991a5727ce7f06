// Records, lists and bodies of retainers, for samples.ts.
import { RetainerCreate } from '../../../src/domains/work/retainers/retainer.ts';
import { exampleOf } from '../../../src/resource/example.ts';
import { mintCreator } from '../../harness/work/creators.ts';
import { call, type Minted } from '../../harness/world.ts';

async function makeRetainer(owner: Minted): Promise<string> {
  const { id } = await mintCreator(owner.key);
  const body = { ...exampleOf(RetainerCreate), creator: id };
  const answer = await call('POST', '/v1/retainers', { key: owner.key, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.id;
}

export const RETAINER_RECORDS = { '/v1/retainers/:id': makeRetainer };

export const RETAINER_LISTS = { '/v1/retainers': makeRetainer };
