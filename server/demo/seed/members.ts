import { readFile } from 'node:fs/promises'

import { DAY } from '#shared/lib/durations.ts'
import type { ProfileEdit } from '#shared/people/members.ts'
import { DEFAULT_VISIBILITY } from '#shared/people/profile.ts'
import { forEachText } from '#shared/people/profile-fields.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import { portraitFile } from '#server/demo/community/portraits.ts'
import { SAMPLE_MEMBERS, type SampleMember } from '#server/demo/community/sample-members.ts'
import { members } from '#server/modules/people/members/collection.ts'

import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'
import { actorOf, type SeedContext } from './context.ts'
import { LISTED } from './people.ts'

/** Every sixth member has no photo, and shows initials. */
const NO_PHOTO_EVERY = 6
/** Visibility of the cards on the public prestige page. */
const PUBLIC_CARD = {
  ...DEFAULT_VISIBILITY,
  photo: 'public',
  headline: 'public',
  company: 'public',
  industry: 'public',
} as const

/** The profile is written last: a member with a profile is complete and is skipped. */
export async function seedMembers(context: SeedContext) {
  for (const person of DEMO_ACCOUNTS) await addMember(context, person, 300)
  for (const [index, sample] of SAMPLE_MEMBERS.entries()) {
    const person = { uid: sample.uid, role: 'member' as const, profile: profileOf(sample, index) }
    await addMember(context, person, 280 - 4 * index)
  }
}

async function addMember(
  context: SeedContext,
  person: Pick<DemoAccount, 'uid' | 'role' | 'profile'>,
  daysAgo: number,
) {
  const { accounts, people } = context.services
  const { members: service, profileEditor } = people
  const actor = actorOf(person.uid, person.role)
  if ((await context.store.get(members, actor.id))?.displayName) return
  await context.at(context.now - daysAgo * DAY, async () => {
    await accounts.admission.admit({ uid: actor.id, email: actor.email })
    await setRole(context, actor.id, person.role)
  })
  // Asks expire after 90 days, so those written on the day of joining would be over.
  await context.at(context.now - (daysAgo % 80) * DAY, async () => {
    const { version } = await service.ownProfile(actor)
    const photo = await uploadPhoto(context, person.uid)
    const visibility = LISTED.includes(person.profile.displayName) ? PUBLIC_CARD : person.profile.visibility
    await profileEditor.edit(actor, version, { ...person.profile, photo, visibility })
    await profileEditor.finishOnboarding(actor)
  })
}

async function uploadPhoto({ services }: SeedContext, uid: string) {
  const index = SAMPLE_MEMBERS.findIndex((sample) => sample.uid === uid)
  if (index % NO_PHOTO_EVERY === NO_PHOTO_EVERY - 1) return ''
  return (await services.people.images.upload(actorOf(uid), 'photo', await readFile(portraitFile(uid)))).id
}

/** Writes the store directly: no service can set a role here. */
const setRole = ({ store }: SeedContext, id: string, role: MemberRole) =>
  store.transact(async (tx) => {
    const member = await tx.get(members, id)
    if (member && member.role !== role) tx.put(members, { ...member, role, version: member.version + 1 })
  })

/** Most keep the default visibility; a few show more, and a few hide from the directory. */
const profileOf = ({ city, country, ...fields }: SampleMember, index: number): ProfileEdit => ({
  ...forEachText(() => ''),
  ...fields,
  address: { city, country_code: country },
  photo: '',
  links: index % 5 === 0 ? ['https://guildhall.example/members'] : [],
  phone: index % 4 === 0 ? `+351 21 555 01${String(index).padStart(2, '0')}` : '',
  visibility:
    index % 9 === 0 ? { ...DEFAULT_VISIBILITY, headline: 'public', company: 'public' } : DEFAULT_VISIBILITY,
  directoryHidden: index % 20 === 19,
  searchEngines: false,
  onLanding: index % 3 === 1,
})
