// What templates need from campaigns, provided through src/reactions.ts because campaigns are higher up.
import type { Ctx } from '../../../context.ts';
import type { TemplateCampaign } from './ad-template.ts';

/** What a template takes over from one of the acting account's campaigns; null for another account's campaign. */
export type CampaignTemplate = (ctx: Ctx, campaign: string) => Promise<TemplateCampaign | null>;
