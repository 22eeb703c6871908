import type { INDUSTRIES } from '#shared/community/industries.ts'

import json from './sample-members.json' with { type: 'json' }

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

/** Members without a sign-in. Their ids are stable: seeding again finds them. */
export const SAMPLE_MEMBERS: readonly (SampleMember & { uid: string })[] = Object.entries(
  json as Record<string, SampleMember[]>,
).flatMap(([place, people]) =>
  people.map((person, index) => ({ ...person, uid: `demo-${place}-${index + 1}` })),
)
