// Reads what a preflight needs: each thing once, and in parallel where possible.
import type { SystemCtx } from '../../../context.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { findHeldConnection } from '../../accounts/connections/interface.ts';
import { findActiveConversions } from '../../measurement/conversions/interface.ts';
import { hasVerifiedPixel } from '../../measurement/pixels/interface.ts';
import type { SeenFile } from '../../platform/files/file.ts';
import { currenciesOf, submissionsById } from '../../work/submissions/interface.ts';
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import { eventOf, paysItself } from '../campaign-terms/check-pay.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';

export interface PreflightFacts {
  connection: ConnectionRow | null;
  /** Whether a pixel of the account has recorded a visitor; false where it does not matter. */
  verifiedPixel: boolean;
  /** The event of each active conversion that can be used, by conversion ID. */
  conversions: ReadonlyMap<string, string>;
  submissions: ReadonlyMap<string, SubmissionRow>;
  /** The currency in which each submission's program pays, when the campaign pays instead of the programs. */
  programCurrencies: ReadonlyMap<string, string>;
}

/** What the caller has read already. */
export interface KnownFacts
  extends Partial<Pick<PreflightFacts, 'connection' | 'verifiedPixel' | 'submissions'>> {
  /** The files of the submissions. */
  files?: ReadonlyMap<string, SeenFile>;
  /** By platform, the account's active connections. */
  active?: ReadonlyMap<string, readonly ConnectionRow[]>;
  /** By connection, the minimum daily budget of an ad account, as it was read within a day. */
  floors?: ReadonlyMap<string, { adAccount: string; floor: number | null }>;
}

export async function factsOf(
  ctx: SystemCtx,
  { accountId, connectionId, terms }: { accountId: string; connectionId: string; terms: CampaignTerms },
  known: KnownFacts,
): Promise<PreflightFacts> {
  const { attribution } = terms.creatorPay;
  const [connection, verifiedPixel, conversions, { submissions, programCurrencies }] = await Promise.all([
    known.connection !== undefined ? known.connection : findHeldConnection(ctx, accountId, connectionId),
    known.verifiedPixel ?? (attribution.source === 'service' && hasVerifiedPixel(ctx, accountId)),
    findActiveConversions(ctx, accountId, { id: attribution.conversion, event: eventOf(terms) }),
    readSubmissions(ctx, terms, known.submissions),
  ]);
  return { connection, verifiedPixel, conversions, submissions, programCurrencies };
}

async function readSubmissions(
  ctx: SystemCtx,
  { creatives, creatorPay }: CampaignTerms,
  known: PreflightFacts['submissions'] | undefined,
) {
  const all = known && hasAll(known, creatives) ? known : await submissionsById(ctx, creatives);
  const submissions = new Map([...all].filter(([id]) => creatives.includes(id)));
  const programCurrencies = paysItself(creatorPay)
    ? await currenciesOf(ctx, [...submissions.values()])
    : new Map();
  return { submissions, programCurrencies };
}

/** Whether what was read has all that is needed: what is missing may be there all the same. */
export const hasAll = (known: ReadonlyMap<string, unknown>, ids: readonly (string | null)[]): boolean =>
  ids.every((id) => id === null || known.has(id));
