const DAYS = 24 * 60 * 60 * 1_000

export const TIERS = ['Member', 'Bronze', 'Silver', 'Gold'] as const
export type Tier = (typeof TIERS)[number]

export const PRESTIGE = {
  /** How long an entry counts, in milliseconds. */
  validFor: 180 * DAYS,
  /** Share that the first, second and any later entry between the same two members earns within the window. */
  samePairShares: [1, 0.5, 0],
  samePairWindow: 90 * DAYS,
} as const

export const inDays = (milliseconds: number) => Math.round(milliseconds / DAYS)
