import { campaignPage } from './campaign.tsx';
import { campaignsPage } from './campaigns.tsx';
import { editCampaignPage } from './edit-campaign.tsx';
import { newCampaignPage } from './new-campaign.tsx';

export const campaignPages = [campaignsPage, newCampaignPage, editCampaignPage, campaignPage];
