import type { Tier } from '#shared/people/tiers.ts'

/** A higher tier has a richer engraving. */
export const PETALS: Record<Tier, number> = { Member: 4, Bronze: 8, Silver: 14, Gold: 22 }
