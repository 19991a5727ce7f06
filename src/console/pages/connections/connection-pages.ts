import { connectionPage } from './connection.tsx';
import { connectionsPage } from './connections.tsx';
import { chooseBrandPage, installPage, openedPage } from './install.tsx';
import { callbackPage, visitAgainPage, visitPage } from './visit.tsx';

export const visitPages = [callbackPage, openedPage, chooseBrandPage, visitAgainPage, visitPage];
export const connectionPages = [connectionsPage, installPage, connectionPage];
