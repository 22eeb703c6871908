import type { INDUSTRIES } from '#shared/community/industries.ts'

/** The profile of one sample member. */
export interface SampleMember {
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
