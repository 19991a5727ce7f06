// Records and lists of samples, for samples.ts.
import { ProductCreate } from '../../../src/domains/catalog/products/product.ts';
import { exampleOf } from '../../../src/resource/example.ts';
import { mintCreator } from '../../harness/work/creators.ts';
import { call, type Minted } from '../../harness/world.ts';

async function offerSample(owner: Minted): Promise<string> {
  const { id: creator } = await mintCreator(owner.key);
  const made = await call('POST', '/v1/products', { key: owner.key, body: exampleOf(ProductCreate) });
  const body = { product: made.body.data.id, variant: 'eu-42', creator };
  const answer = await call('POST', '/v1/samples', { key: owner.key, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.id;
}

export const SAMPLE_RECORDS = { '/v1/samples/:id': offerSample };

export const SAMPLE_LISTS = { '/v1/samples': offerSample };
