/** The documentation's groups of routes, in order, each with its description. */
export const TAGS = {
  Accounts: 'Your own account, and the brands that a partner manages.',
  Keys: 'The key that a request is signed with, and where its events are sent.',
  Apps: 'How an app of somebody else gets a token that acts for an account: OAuth 2.1.',
  Events: 'What has happened, as it was or will be sent to your webhook.',
  Connections: "What a person finishes at a provider: a brand's card, payouts, outside platforms.",
  Pixels: 'Tracking of what visitors do in a shop, and the events that pixels and servers sent.',
  Conversions: 'Which events count, and what they bring.',
  Products: 'What a brand sells, and creators show.',
  Programs: 'What a brand offers to creators, and how it pays.',
  Creators: 'The people who make the work.',
  Applications: 'A creator in a program, from the first interest to approval.',
  Agreements: 'Terms that creators accept, with their versions.',
  Submissions: 'Work that creators hand in, and its review.',
  Samples: 'Products that a brand sends to creators.',
  Retainers: 'Steady work for a steady pay.',
  Posts: 'The published posts of live work: how they do, and what their views pay.',
  'Creator codes': 'Words that credit a creator: discounts in a shop, and names that visitors give.',
  Campaigns:
    'Paid ads on outside platforms: campaigns with their ad sets and ads, and what they are made of.',
  Analytics: 'What ads brought, day by day.',
  Payments: 'What a brand pays to creators and partners, and why.',
  Balance: 'Money of the acting account or creator: balance, earnings, payouts to it, withdrawals from it.',
  Messages: 'Threads between accounts and creators, to all creators in a program, and with our staff.',
  Embeds: 'Frames on your own pages, in which creators work.',
  Files: 'Videos, pictures and documents.',
  Exports: 'Whole lists as CSV files.',
  Cities: 'Places by name.',
  'Business API':
    "An organization's profile, products and creatives, and what its ads can be planned with. Answers come as `{ ok, data }`; a key needs a scope, and a partner names its client in the query.",
  Staff: "The service's own people.",
} as const;

export type Tag = keyof typeof TAGS;
