import type { Visit } from './visit.ts';

/** Where a form may lead that goes on to the payment processor: its host is the processor's choice. */
export const processorPages = ({ vars }: Pick<Visit, 'vars'>): string[] => [
  'https:',
  ...(vars.ALLOW_LOCAL_URLS ? ['http:'] : []),
];
