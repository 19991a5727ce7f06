// What templates ask of the campaigns above them, through src/reactions.ts.
import type { Ctx } from '../../../context.ts';
import type { TemplateCampaign } from './ad-template.ts';

/** What a template takes over from a campaign of the acting account; null for anybody else's. */
export type CampaignTemplate = (ctx: Ctx, campaign: string) => Promise<TemplateCampaign | null>;
