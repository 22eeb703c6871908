import type { NewUser } from '#server/tools/auth-emulator/auth-emulator.ts'
import type { ProfileEdit } from '#shared/people/members.ts'
import { DEFAULT_VISIBILITY } from '#shared/people/profile.ts'
import { forEachText } from '#shared/people/profile-fields.ts'
import type { MemberRole } from '#shared/people/roles.ts'

export const PASSWORD = 'guildhall'

export interface DemoAccount extends NewUser {
  emailVerified: boolean
  uid: string
  role: MemberRole
  profile: ProfileEdit
}

const NO_PROFILE = {
  ...forEachText(() => ''),
  photo: '',
  address: {},
  phone: '',
  links: [],
  timeZone: 'Europe/Lisbon',
  visibility: DEFAULT_VISIBILITY,
  directoryHidden: false,
  searchEngines: false,
} as const satisfies Partial<ProfileEdit>

const account = (role: MemberRole) => ({
  uid: `demo-${role}`,
  email: `${role}@guildhall.example`,
  password: PASSWORD,
  emailVerified: true,
  role,
})

/** One account for each role. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    ...account('member'),
    profile: {
      ...NO_PROFILE,
      displayName: 'Mara Lindqvist',
      headline: 'Bakes sourdough for forty restaurants',
      company: 'Lindqvist & Daughters',
      industry: 'Agriculture and food',
      address: { city: 'Porto', country_code: 'PT' },
      bio: 'I started with one oven in my mother’s garage. Now we are eleven people and still up at three.',
      goals: 'A second bakery that runs without me.',
      asks: ['Someone who has opened a second site and would do it differently'],
      offers: ['An honest look at your prices', 'Bread for your next event'],
      keywords: ['food', 'wholesale', 'hiring'],
    },
  },
  {
    ...account('organiser'),
    profile: {
      ...NO_PROFILE,
      displayName: 'Tomás Okafor',
      headline: 'Makes town halls easier to find your way in',
      company: 'Wayfinder Studio',
      industry: 'Design and creative',
      address: { city: 'Lisbon', country_code: 'PT' },
      bio: 'Signs, maps and the words on them. I run the early breakfasts.',
      goals: 'Work for two more cities this year.',
      asks: ['An introduction to someone who buys for a city'],
      offers: ['An hour on how visitors find your door'],
      keywords: ['design', 'public sector', 'events'],
    },
  },
  {
    ...account('admin'),
    profile: {
      ...NO_PROFILE,
      displayName: 'Inês Carvalho',
      headline: 'Keeps this house in order',
      company: 'Carvalho Law',
      industry: 'Law',
      address: { city: 'Coimbra', country_code: 'PT' },
      bio: 'Contracts for small companies, in words that they can read.',
      goals: 'Fewer contracts that nobody has read.',
      asks: [],
      offers: ['A second pair of eyes on a lease'],
      keywords: ['contracts', 'leases'],
    },
  },
]
