import { appPage } from './app.tsx';
import { appsPage } from './apps.tsx';
import { authorizePage } from './authorize.tsx';
import { connectedAppsPage } from './connected-apps.tsx';
import { newAppPage } from './new-app.tsx';

export const consentPages = [authorizePage];
export const appPages = [appsPage, newAppPage, appPage, connectedAppsPage];
