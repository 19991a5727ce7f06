// @process ledger: it puts ledgers out of memory.
import { playHistory } from './ledger-history.ts';

playHistory(Number(process.env.VITE_LEDGER_SEED ?? 1));
