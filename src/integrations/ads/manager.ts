/** Tools that are not called after their platform. */
const OWN_NAMES: Readonly<Record<string, string>> = { Google: 'Google Ads' };

/** The platform's own tool for ads, by the name that people know. @param platform as people know it, such as `Meta`. */
export const managerOf = (platform: string): string => OWN_NAMES[platform] ?? `${platform} Ads Manager`;
