// Samples of a product that the brand keeps itself: one that it has to send, and offers that wait for an address.
import { callApi } from './api.ts';
import type { Demo } from './demo-file.ts';
import type { Steps } from './steps.ts';

const ADDRESS = {
  ...{ firstName: 'Mia', lastName: 'Torres', line1: '12 Harbor St', city: 'Austin' },
  ...{ state: 'TX', postalCode: '73301', country: 'US' },
};

export async function addSamples(
  { baseUrl, keys, creators }: Pick<Demo, 'baseUrl' | 'keys' | 'creators'>,
  { once }: Steps,
): Promise<void> {
  const brand = { key: keys.brand };
  const post = (step: string, path: string, body: object) =>
    once(step, async (key) => (await callApi(baseUrl + path, 'POST', brand, body, key)).id);
  const product = await post('sample-product', '/v1/products', {
    title: 'Cold brew tasting box',
    sampleable: true,
    accessCode: 'TASTE-2026',
  });
  const offer = (step: string, creator: string) =>
    post(step, '/v1/samples', { product, creator, note: 'Five roasts to try on camera.' });
  await offer('sample-offered', creators.managed);
  // The creator who can sign in finds it on the pages.
  await offer('sample-to-accept', creators.independent);
  const sample = `${baseUrl}/v1/samples/${await offer('sample-accepted', creators.added)}`;
  const { status } = await callApi<{ status: string }>(sample, 'GET', brand);
  const mia = { ...brand, as: creators.added };
  if (status === 'pending') await callApi(sample, 'PATCH', mia, { address: ADDRESS });
}
