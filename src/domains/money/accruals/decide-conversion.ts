// Decides which submission a payable conversion earns for, and by which terms.
import type { SystemCtx } from '../../../context.ts';
import { findEventNames } from '../../measurement/conversions/interface.ts';
import { conversionsOf, type Pay } from '../../work/program-terms/pay.ts';
import { listSubmitted, submissionsById, termsOf } from '../../work/submissions/interface.ts';
import { type SubmissionRow, wasApproved } from '../../work/submissions/submission.ts';
import { type CampaignPay, payBy, paysFor } from '../campaign-pay/campaign-pay.ts';
import { findCampaignPays, findCampaignSubmissions } from '../campaign-pay/interface.ts';
import type { Payable } from './accrue.ts';
import type { ConversionFact } from './conversion-store.ts';
import { isApproved } from './earns-by-rules.ts';
import { occurrenceAccrual } from './rules.ts';
import { listAccrued } from './store.ts';

/** The conversion earns for this submission, waits until one of these is approved again, or earns nothing. */
export type Fate = { payable: Payable } | { waitsFor: string[] } | null;

/** The facts about a conversion that decide what it earns. */
export type SaleFact = Pick<
  ConversionFact,
  'conversionId' | 'accountId' | 'creatorId' | 'submissionId' | 'campaignId' | 'occurrenceId' | 'occurredAt'
>;

/** What pays for a conversion, whether or not it earns at once. */
export interface SalePay {
  submission: string;
  campaign: string | null;
  holdDays: number;
}

/** Everything that is read to decide a page of conversions. */
interface Known {
  linked: Map<string, SubmissionRow>;
  /** The campaign that pays in place of the program, by conversion. */
  campaigns: Map<SaleFact, CampaignPay>;
  /** The name of the event that each conversion counts, by the conversion's ID. */
  events: Map<string, string>;
  /** The keys of occurrences that have accrued, including those of this page. */
  accrued: Set<string>;
}

export async function decider(ctx: SystemCtx, facts: readonly SaleFact[]): Promise<Decider> {
  const [linked, pays] = await Promise.all([
    submissionsById(
      ctx,
      facts.flatMap((fact) => fact.submissionId ?? []),
    ),
    findCampaignPays(
      ctx,
      facts.map((fact) => fact.campaignId),
    ),
  ]);
  const campaigns = new Map<SaleFact, CampaignPay>();
  if (pays.size > 0) {
    const claimed = facts.flatMap((fact) => {
      const pay = fact.submissionId === null ? undefined : pays.get(fact.campaignId ?? '');
      return pay ? [{ fact, pay, pair: [pay.campaignId, fact.submissionId!] as const }] : [];
    });
    // A link can name any campaign beside any submission, so a campaign counts only if it shows the
    // submission.
    const shown = await findCampaignSubmissions(
      ctx,
      claimed.map(({ pair }) => pair),
    );
    for (const { fact, pay, pair } of claimed) if (shown.has(pair.join(' '))) campaigns.set(fact, pay);
  }
  const own = [...campaigns.keys()];
  const [events, accrued] = await Promise.all([
    findEventNames(
      ctx,
      own.map(({ conversionId }) => conversionId),
    ),
    listAccrued(
      ctx,
      own.map((fact) => occurrenceAccrual(campaigns.get(fact)!, fact)),
    ),
  ]);
  return new Decider(ctx, { linked, campaigns, events, accrued });
}

class Decider {
  readonly #ctx: SystemCtx;
  readonly #known: Known;
  readonly #terms = new Map<string, Promise<Pay>>();

  constructor(ctx: SystemCtx, known: Known) {
    this.#ctx = ctx;
    this.#known = known;
  }

  async fateOf(fact: SaleFact): Promise<Fate> {
    const campaign = this.#known.campaigns.get(fact);
    if (campaign) return await this.#byCampaign(fact, campaign);
    return fact.submissionId === null
      ? await this.#byCode(fact)
      : await this.#byLink(fact, fact.submissionId);
  }

  /** The pay that a sale will earn by if it matures unchanged; null when no pay covers it. */
  async payOf(fact: SaleFact): Promise<SalePay | null> {
    const campaign = this.#known.campaigns.get(fact);
    const row = campaign ? this.#rowOf(fact, campaign) : await this.#firstThatPays(fact);
    if (!row) return null;
    const { holdDays } = (await this.#termsOf(row)).schedule;
    return { submission: row.id, campaign: campaign?.campaignId ?? null, holdDays };
  }

  async #firstThatPays(fact: SaleFact): Promise<SubmissionRow | null> {
    const linked = fact.submissionId === null ? null : this.#known.linked.get(fact.submissionId);
    const rows = linked ? [linked] : fact.submissionId === null ? await this.#submittedBy(fact) : [];
    let waits: SubmissionRow | null = null;
    for (const row of rows) {
      if (!(await this.#pays(row, fact))) continue;
      if (isApproved(row)) return row;
      waits ??= row;
    }
    return waits;
  }

  #submittedBy({ accountId, creatorId, occurredAt }: SaleFact): Promise<SubmissionRow[]> {
    return listSubmitted(this.#ctx, accountId, creatorId, occurredAt);
  }

  #rowOf(fact: SaleFact, campaign: CampaignPay): SubmissionRow | null {
    const row = this.#known.linked.get(fact.submissionId!);
    if (!row || !mayEarn(row, fact)) return null;
    return paysFor(campaign, fact.conversionId, this.#known.events.get(fact.conversionId)) ? row : null;
  }

  /** Only the campaign's terms apply: no other rule pays for what they leave out. */
  async #byCampaign(fact: SaleFact, campaign: CampaignPay): Promise<Fate> {
    const row = this.#rowOf(fact, campaign);
    if (!row) return null;
    const key = occurrenceAccrual(campaign, fact);
    // One occurrence can be several conversions, but earns once.
    if (this.#known.accrued.has(key)) return null;
    if (!isApproved(row)) return { waitsFor: [row.id] };
    this.#known.accrued.add(key);
    return { payable: { row, terms: payBy(campaign, await this.#termsOf(row)), campaign } };
  }

  async #byLink(fact: SaleFact, id: string): Promise<Fate> {
    const row = this.#known.linked.get(id);
    if (!row || !(await this.#pays(row, fact))) return null;
    return isApproved(row) ? { payable: await this.#payable(row) } : { waitsFor: [id] };
  }

  /**
   * A code names a creator, so the conversion is paid for the newest submission that existed then and has a
   * rule for it.
   */
  async #byCode(fact: SaleFact): Promise<Fate> {
    const waitsFor: string[] = [];
    for (const row of await this.#submittedBy(fact)) {
      if (!(await this.#pays(row, fact))) continue;
      if (isApproved(row)) return { payable: await this.#payable(row) };
      waitsFor.push(row.id);
    }
    return waitsFor.length > 0 ? { waitsFor } : null;
  }

  async #pays(row: SubmissionRow, fact: SaleFact): Promise<boolean> {
    if (!mayEarn(row, fact)) return false;
    return conversionsOf((await this.#termsOf(row)).rules).includes(fact.conversionId);
  }

  async #payable(row: SubmissionRow): Promise<Payable> {
    return { row, terms: await this.#termsOf(row) };
  }

  #termsOf(row: SubmissionRow): Promise<Pay> {
    let terms = this.#terms.get(row.id);
    if (!terms) {
      terms = termsOf(this.#ctx, row);
      this.#terms.set(row.id, terms);
    }
    return terms;
  }
}

/**
 * A conversion earns only if its submission was approved or live when it happened, and no retainer pays for
 * it.
 */
function mayEarn(row: SubmissionRow, fact: SaleFact): boolean {
  if (row.retainerId !== null || row.accountId !== fact.accountId) return false;
  return wasApproved(row, fact.occurredAt);
}
