// Records, lists and bodies of the area work, for samples.ts.
import { AgreementCreate } from '../../../src/domains/work/agreements/agreement-record.ts';
import { ProgramCreate } from '../../../src/domains/work/program-terms/program.ts';
import { exampleOf } from '../../../src/resource/example.ts';
import { mintCreator, mintFile } from '../../harness/work/creators.ts';
import { call, type Minted, testEnv } from '../../harness/world.ts';

/** The example of an agreement names a file, which each maker replaces by one of the owner's. */
const AGREEMENT = exampleOf(AgreementCreate);

async function made(
  method: string,
  path: string,
  owner: Minted,
  body: unknown,
  as?: string,
): Promise<string> {
  const answer = await call(method, path, { key: owner.key, body, ...(as ? { as } : {}) });
  if (answer.status >= 300)
    throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}

const makeProgram = (owner: Minted, more: Record<string, unknown> = {}) =>
  made('POST', '/v1/programs', owner, { ...exampleOf(ProgramCreate), status: 'live', ...more });

async function makeRelationship(owner: Minted): Promise<string> {
  const creator = await makeCreator(owner);
  const { body } = await call('GET', `/v1/relationships?creator=${creator}`, { key: owner.key });
  return body.data[0].id;
}

const makeCreator = async (owner: Minted): Promise<string> => (await mintCreator(owner.key)).id;

async function makeApplication(owner: Minted): Promise<string> {
  const [program, creator] = [await makeProgram(owner), await makeCreator(owner)];
  return await made('POST', '/v1/applications', owner, { program, creator });
}

async function makeAgreement(owner: Minted): Promise<string> {
  await testEnv.DB.prepare(
    `INSERT OR REPLACE INTO files (id, owner_id, uploaded_by, purpose, name, status, size, type, sha256, url_key, version,
      created_at, updated_at) VALUES (?1, ?2, ?2, 'agreement', 'terms.pdf', 'ready', 10, 'application/pdf', ?3, 'key', 1, 1, 1)`,
  )
    .bind(AGREEMENT.file, owner.id, 'a'.repeat(64))
    .run();
  return await made('POST', '/v1/agreements', owner, AGREEMENT);
}

async function makeAcceptance(owner: Minted): Promise<void> {
  const agreements = [await makeAgreement(owner)];
  const [program, creator] = [await makeProgram(owner, { agreements }), await makeCreator(owner)];
  const application = await made('POST', '/v1/applications', owner, { program, creator });
  await made('PATCH', `/v1/applications/${application}`, owner, { status: 'approved' }, creator);
}

async function makeSubmission(owner: Minted): Promise<string> {
  const [program, creator] = [await makeProgram(owner), await makeCreator(owner)];
  await made('POST', '/v1/applications', owner, { program, creator });
  const file = await mintFile(creator, 'submission', { type: 'video/mp4' });
  return await made('POST', '/v1/submissions', owner, { program, file }, creator);
}

export const CREATOR_RECORDS = {
  '/v1/programs/:id': makeProgram,
  '/v1/creators/:id': makeCreator,
  '/v1/relationships/:id': makeRelationship,
  '/v1/applications/:id': makeApplication,
  '/v1/agreements/:id': makeAgreement,
  '/v1/submissions/:id': makeSubmission,
};

export const CREATOR_LISTS = {
  '/v1/programs': makeProgram,
  '/v1/creators': makeCreator,
  '/v1/relationships': makeRelationship,
  '/v1/applications': makeApplication,
  '/v1/agreements': makeAgreement,
  '/v1/agreements/acceptances': makeAcceptance,
  '/v1/submissions': makeSubmission,
};
