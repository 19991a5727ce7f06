// @process ledger: it puts ledgers out of memory.
import { playHistory } from './ledger-history.ts';

playHistory(2);
