/** The platform's own tool for ads, by the name that people know. @param platform such as `Meta`. */
export const managerOf = (platform: string): string =>
  platform === 'Google' ? 'Google Ads' : `${platform} Ads Manager`;
