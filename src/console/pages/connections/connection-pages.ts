import { connectionPage } from './connection.tsx';
import { connectionsPage } from './connections.tsx';
import { callbackPage, visitAgainPage, visitPage } from './visit.tsx';

export const visitPages = [callbackPage, visitAgainPage, visitPage];
export const connectionPages = [connectionsPage, connectionPage];
