/**
 * Tiers that a profile shows. `shared/prestige/rules.ts` says how members earn them. Imports nothing, so that the
 * browser can import it.
 */
export const TIERS = ['Member', 'Bronze', 'Silver', 'Gold'] as const
export type Tier = (typeof TIERS)[number]
