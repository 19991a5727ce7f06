// The names of our own link parameters, for whoever writes or reads links on the server.

/** What an ad shows, and the campaign that it runs in. */
export const OUR_PARAMETERS = { submission: 'service_id', campaign: 'service_campaign' } as const;
