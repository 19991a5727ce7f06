/** Secrets for services on this machine only, used wherever one is opened or started without others. */
export const LOCAL_SECRETS = { SEALING_KEYS: `local:${'k'.repeat(43)}` };
