// The names of our own link parameters, for code that writes or reads links on the server.

/** The submission that an ad shows, and its campaign. */
export const OUR_PARAMETERS = { submission: 'service_id', campaign: 'service_campaign' } as const;
