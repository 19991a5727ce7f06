import { campaignPage } from './campaign.tsx';
import { campaignsPage } from './campaigns.tsx';
import { editCampaignPage } from './edit-campaign.tsx';
import { newCampaignPage } from './new-campaign.tsx';
import { resourcesPage } from './resources.tsx';
import { templatePage } from './template.tsx';
import { templatesPage } from './templates.tsx';

export const campaignPages = [
  campaignsPage,
  newCampaignPage,
  resourcesPage,
  templatesPage,
  templatePage,
  editCampaignPage,
  campaignPage,
];
