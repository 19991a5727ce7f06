import { connectionPage } from './connection.tsx';
import { connectionsPage } from './connections.tsx';

export const connectionPages = [connectionsPage, connectionPage];
