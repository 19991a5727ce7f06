// The part of a campaign that a template takes over. Creatives and dates are left out, because each campaign has its
// own.
import type { CampaignTemplate } from '../ad-templates/interface.ts';
import { OBJECTIVES_TAKEN } from '../campaign-terms/terms.ts';
import { findOwnTerms } from './terms-store.ts';

export const templateOf: CampaignTemplate = async (ctx, id) => {
  const found = await findOwnTerms(ctx, id);
  if (!found) return null;
  const { terms, connectionId } = found;
  const { attribution, ...pay } = terms.creatorPay;
  const objective = OBJECTIVES_TAKEN.find((one) => one === terms.objective);
  const { type, value } = terms.destination;
  const { headline, ...text } = terms.ad;
  return {
    ...(objective && { objective }),
    destination: { type, ...(value !== null && { value }) },
    budget: terms.budget,
    audience: terms.audience,
    ad: { ...text, ...(headline !== null && { headline }) },
    ...(terms.optimizationEvent !== null && { optimizationEvent: terms.optimizationEvent }),
    settings: terms.settings,
    tracking: terms.tracking,
    attribution,
    creatorPay: pay,
    connection: connectionId,
    identity: terms.identity,
  };
};
