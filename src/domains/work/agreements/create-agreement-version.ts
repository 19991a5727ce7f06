import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { type AgreementVersion, presentVersion } from '../agreement-rules/agreement.ts';
import type { AgreementVersionCreate } from './agreement-record.ts';
import { makeVersion } from './create-agreement.ts';
import { invalidateAcceptances } from './invalidate-acceptances.ts';
import { insertNews } from './news-store.ts';
import { insertVersion, requireAgreement, saveAgreement } from './store.ts';

/**
 * Makes a new document the newest version: every creator has to accept it, and an acceptance of the old
 * version that is under way fails. Fields that the input leaves out stay the same.
 */
export async function createAgreementVersion(
  ctx: Ctx,
  id: string,
  input: z.output<typeof AgreementVersionCreate>,
): Promise<AgreementVersion> {
  const { agreement: before } = await requireAgreement(ctx, id);
  checkVersion(before, input.version);
  if (before.status === 'archived')
    throw new AppError('conflict', 'An archived agreement gets no new version.');
  const latest = before.latest + 1;
  const { version, url } = await makeVersion(
    ctx,
    { id, latest },
    {
      file: input.file,
      title: input.title,
      description: input.description ?? before.description ?? undefined,
      applicability: input.applicability ?? before.applicability,
    },
  );
  saveAgreement(ctx, before, {
    latest,
    title: version.title,
    description: version.description,
    applicability: version.applicability,
  });
  insertVersion(ctx, version);
  invalidateAcceptances(ctx, before, { ...before, applicability: version.applicability });
  insertNews(ctx, before);
  return presentVersion(version, url);
}
