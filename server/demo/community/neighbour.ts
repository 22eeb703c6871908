import type { INDUSTRIES } from '#shared/profile.ts'

/** Someone of the sample community, as their profile says it. */
export interface Neighbour {
  displayName: string
  headline: string
  company: string
  industry: (typeof INDUSTRIES)[number]
  city: string
  /** Two capital letters. */
  country: string
  timeZone: string
  keywords: string[]
  asks: string[]
  offers: string[]
  bio: string
}
