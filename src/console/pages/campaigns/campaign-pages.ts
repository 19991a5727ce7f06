import { campaignPage } from './campaign.tsx';
import { campaignsPage } from './campaigns.tsx';
import { editCampaignPage } from './edit-campaign.tsx';

export const campaignPages = [campaignsPage, editCampaignPage, campaignPage];
