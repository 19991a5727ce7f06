import { adAuthorizationPage, adAuthorizationsPage } from './ad-authorizations.tsx';
import { adRequestPage } from './ad-request.tsx';

export const adRequestPages = [adRequestPage];

export const adAuthorizationPages = [adAuthorizationsPage, adAuthorizationPage];
