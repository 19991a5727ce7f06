/** Ads managers that are not named after their platform. */
const OWN_NAMES: Readonly<Record<string, string>> = { Google: 'Google Ads' };

/** The platform's ads manager, by the name that people know. @param platform the platform's name, such as `Meta`. */
export const managerOf = (platform: string): string => OWN_NAMES[platform] ?? `${platform} Ads Manager`;
