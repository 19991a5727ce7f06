/** Ads managers that are not named after their platform. */
const OWN_NAMES: Readonly<Record<string, string>> = { Google: 'Google Ads' };

/** The name of the platform's ads manager. @param platform the platform's name, such as `Meta`. */
export const managerOf = (platform: string): string => OWN_NAMES[platform] ?? `${platform} Ads Manager`;
