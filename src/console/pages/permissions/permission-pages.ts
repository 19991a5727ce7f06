import { adRequestPage } from './ad-request.tsx';

export const adRequestPages = [adRequestPage];
