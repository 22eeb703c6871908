import { readFile } from 'node:fs/promises'

import type { ProfileEdit } from '#shared/members.ts'
import { DEFAULT_VISIBILITY, type MemberRole } from '#shared/profile.ts'
import { members } from '#server/features/members/collection.ts'

import type { Neighbour } from './community/neighbour.ts'
import { NEIGHBOURS } from './community/neighbours.ts'
import { portraitFile } from './community/portraits.ts'
import { PEOPLE, type Person } from './people.ts'
import { actorOf, type Stage } from './stage.ts'

const DAY = 24 * 60 * 60 * 1000
/** One in so many shows initials instead. */
const WITHOUT_PHOTO = 6

/** The profile comes last: a member who has one was added whole, and may have changed since. */
export async function joinAll(stage: Stage) {
  for (const person of PEOPLE) await join(stage, person, 300)
  for (const [index, neighbour] of NEIGHBOURS.entries()) {
    const person = { uid: neighbour.uid, role: 'member' as const, profile: profileOf(neighbour, index) }
    await join(stage, person, 280 - 4 * index)
  }
}

async function join(stage: Stage, person: Pick<Person, 'uid' | 'role' | 'profile'>, daysAgo: number) {
  const { members: service } = stage.services
  const actor = actorOf(person.uid, person.role)
  if ((await stage.store.get(members, actor.id))?.displayName) return
  await stage.at(stage.now - daysAgo * DAY, async () => {
    await service.admit({ uid: actor.id, email: actor.email })
    await appoint(stage, actor.id, person.role)
    await service.finishOnboarding(actor)
  })
  // Asks that were put down when they joined would have expired by now.
  await stage.at(stage.now - (daysAgo % 80) * DAY, async () => {
    const { version } = await service.ownProfile(actor)
    const photo = await uploadPhoto(stage, person.uid)
    await service.edit(actor, version, { ...person.profile, photo })
  })
}

async function uploadPhoto({ services }: Stage, uid: string) {
  const index = NEIGHBOURS.findIndex((neighbour) => neighbour.uid === uid)
  if (index % WITHOUT_PHOTO === WITHOUT_PHOTO - 1) return ''
  return (await services.images.upload(actorOf(uid), 'photo', await readFile(portraitFile(uid)))).id
}

/** An admin's act in the admin area; but here nobody has signed in yet. */
const appoint = ({ store }: Stage, id: string, role: MemberRole) =>
  store.transact(async (tx) => {
    const member = await tx.get(members, id)
    if (member && member.role !== role) tx.put(members, { ...member, role, version: member.version + 1 })
  })

/** Most leave the choice of audience as it is; a few show more, and a few hide from the directory. */
const profileOf = ({ city, country, ...said }: Neighbour, index: number): ProfileEdit => ({
  ...said,
  address: { city, country_code: country },
  photo: '',
  goals: '',
  links: index % 5 === 0 ? ['https://guildhall.example/members'] : [],
  phone: index % 4 === 0 ? `+351 21 555 01${String(index).padStart(2, '0')}` : '',
  visibility:
    index % 9 === 0 ? { ...DEFAULT_VISIBILITY, headline: 'public', company: 'public' } : DEFAULT_VISIBILITY,
  directoryHidden: index % 20 === 19,
  searchEngines: false,
})
