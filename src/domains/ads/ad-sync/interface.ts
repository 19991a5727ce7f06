// What the domains above may ask of the results that platforms reported.
export {
  type AdAccountRead,
  listAdAccountsRead,
  listResults,
  RESULT_GROUPS,
  type ResultGroup,
  type ResultRow,
  type ResultsAsked,
  type ResultsOf,
} from './results-store.ts';
