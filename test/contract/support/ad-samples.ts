// Records and lists of ads, for samples.ts.
import { AdTemplateCreate } from '../../../src/domains/ads/ad-templates/ad-template.ts';
import { exampleOf } from '../../../src/resource/example.ts';
import { call, type Minted } from '../../harness/world.ts';
import { CREATOR_RECORDS } from './creator-samples.ts';

async function made(method: string, path: string, key: string, body: unknown, as?: string): Promise<string> {
  const answer = await call(method, path, { key, body, ...(as ? { as } : {}) });
  if (answer.status >= 300)
    throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}

/** A creator is asked for approved work. */
async function makeAdAuthorization(owner: Minted): Promise<string> {
  const submission = await CREATOR_RECORDS['/v1/submissions/:id'](owner);
  const { key } = owner;
  await made('PATCH', `/v1/submissions/${submission}`, key, { status: 'approved' });
  return await made('POST', '/v1/ad-authorizations', key, { submission, platform: 'meta' });
}

const makeAdTemplate = ({ key }: Minted) =>
  made('POST', '/v1/ad-templates', key, exampleOf(AdTemplateCreate));

export const AD_RECORDS = {
  '/v1/ad-templates/:id': makeAdTemplate,
  '/v1/ad-authorizations/:id': makeAdAuthorization,
};

export const AD_LISTS = {
  '/v1/ad-templates': makeAdTemplate,
  '/v1/ad-authorizations': makeAdAuthorization,
};
