import { playHistory } from './ledger-history.ts';

playHistory(Number(process.env.VITE_LEDGER_SEED ?? 1));
