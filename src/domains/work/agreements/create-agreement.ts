import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { holdFile, linkTo, readyFile } from '../../platform/files/interface.ts';
import type { AgreementRow, VersionRow } from '../agreement-rules/agreement.ts';
import { type Agreement, type AgreementCreate, presentAgreement } from './agreement-record.ts';
import { invalidateAcceptances } from './invalidate-acceptances.ts';
import { insertNews } from './news-store.ts';
import { insertAgreement, insertVersion } from './store.ts';

type Input = z.output<typeof AgreementCreate>;

/** Creates an agreement from a PDF. */
export async function createAgreement(ctx: Ctx, input: Input): Promise<Agreement> {
  const row: AgreementRow = {
    id: newId('agreement', ctx.now),
    accountId: actingAccount(ctx.actor).id,
    title: input.title,
    description: input.description ?? null,
    status: 'active',
    applicability: [...new Set(input.applicability)],
    latest: 1,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  const { version, url } = await makeVersion(ctx, row, input);
  insertAgreement(ctx, row);
  insertVersion(ctx, version);
  invalidateAcceptances(ctx, null, row);
  insertNews(ctx, row);
  return presentAgreement({ agreement: row, latest: version, accepted: 0, pending: 0 }, url);
}

/** Version `latest` of an agreement, with the facts about its file, which can no longer be deleted. */
export async function makeVersion(
  ctx: Ctx,
  { id, latest }: Pick<AgreementRow, 'id' | 'latest'>,
  input: Input,
): Promise<{ version: VersionRow; url: string | null }> {
  const file = await readyFile(ctx, input.file, 'agreement');
  if (file.sha256 === null)
    throw rejected('file_not_ready', 'The file has no SHA-256 yet.', { file: file.id });
  holdFile(ctx, file);
  const version: VersionRow = {
    agreementId: id,
    number: latest,
    title: input.title,
    description: input.description ?? null,
    file: file.id,
    fileName: file.name ?? `${input.title}.pdf`,
    size: file.size,
    sha256: file.sha256,
    applicability: [...new Set(input.applicability)],
    createdAt: ctx.now,
  };
  return { version, url: await linkTo(ctx, file) };
}
