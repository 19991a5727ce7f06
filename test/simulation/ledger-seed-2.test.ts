import { playHistory } from './ledger-history.ts';

playHistory(2);
