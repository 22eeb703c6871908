import type { LetterEdit } from '#shared/chapters/letters.ts'
import type { ChapterEdit } from '#shared/chapters/schema.ts'
import { DAY } from '#shared/lib/durations.ts'
import { SAMPLE_MEMBERS } from '#server/demo/community/sample-members.ts'

import { actorOf, type SeedContext } from './context.ts'
import { idOf, INES, MARA, TOMAS } from './people.ts'

const DEFAULTS = { language: 'en', joinRule: 'open', listing: 'members', state: 'active' } as const

const CHAPTERS: readonly (ChapterEdit & { lead: string })[] = [
  {
    ...DEFAULTS,
    name: 'Lisbon',
    slug: 'lisbon',
    region: 'Portugal',
    place: 'Lisbon',
    timeZone: 'Europe/Lisbon',
    listing: 'public',
    leadTerm: '6',
    about: 'Breakfast on the first Thursday of the month, and a walk along the river in summer.',
    lead: TOMAS,
  },
  {
    ...DEFAULTS,
    name: 'London',
    slug: 'london',
    region: 'United Kingdom',
    place: 'London',
    timeZone: 'Europe/London',
    about:
      'Owners of small firms on both sides of the river.\n\nNew faces are asked one question: what are you stuck on?',
    joinRule: 'request',
    lead: idOf('Amara Nwosu'),
  },
  {
    ...DEFAULTS,
    name: 'Zurich',
    slug: 'zurich',
    region: 'Switzerland',
    place: 'Zurich',
    timeZone: 'Europe/Zurich',
    about: 'A small circle that meets over lunch.',
    joinRule: 'invited',
    lead: idOf('Reto Cavegn'),
  },
  {
    ...DEFAULTS,
    name: 'Berlin',
    slug: 'berlin',
    region: 'Germany',
    place: 'Berlin',
    timeZone: 'Europe/Berlin',
    about: 'We’re looking for a second lead.',
    state: 'forming',
    lead: MARA,
  },
]

/** Seeds four chapters with the members of their cities, and two requests that wait for an answer. */
export async function seedChapters({ services: { chapters }, at, now }: SeedContext) {
  const admin = actorOf(INES, 'admin')
  const join = (slug: string, uid: string, kind: 'home' | 'guest') =>
    chapters.own.join(actorOf(uid), slug, kind)
  for (const [index, { lead, ...chapter }] of CHAPTERS.entries()) {
    await at(now - (200 - 40 * index) * DAY, async () => {
      await chapters.editor.create(admin, chapter)
      await chapters.people.appoint(admin, { slug: chapter.slug, memberId: lead }, 'lead')
    })
  }
  for (const [index, { uid, city }] of SAMPLE_MEMBERS.entries()) {
    const chapter = CHAPTERS.find(({ place, lead }) => place === city && lead !== uid)
    if (!chapter) continue
    const { slug, lead, joinRule } = chapter
    await at(now - (60 - index / 2) * DAY, async () => {
      const key = { slug, memberId: uid }
      if (joinRule === 'invited') await chapters.people.invite(actorOf(lead), key)
      await join(slug, uid, 'home')
      if (joinRule === 'request') await chapters.people.answer(actorOf(lead), key, 'approve')
    })
  }
  await at(now - 40 * DAY, () =>
    chapters.people.appoint(admin, { slug: 'lisbon', memberId: idOf('Sofia Antunes') }, 'lead'),
  )
  await at(now - 2 * DAY, async () => {
    await join('lisbon', MARA, 'guest')
    await join('london', TOMAS, 'guest')
    await join('london', idOf('Sofia Antunes'), 'guest')
  })
}

/** Members of chapters without a second lead, or without events, were asked nine days ago who takes over. One offers to. */
export async function seedSuccessions({ services: { chapters }, at, now }: SeedContext) {
  await at(now - 9 * DAY, () => chapters.review.reviewDue())
  const [, member] = SAMPLE_MEMBERS.filter(({ city }) => city === 'Zurich')
  await at(now - 4 * DAY, () => chapters.offers.offer(actorOf(member!.uid), 'zurich'))
}

/** The leads of Lisbon sent a letter last week, and plan the next one. */
export async function seedLetters({ services: { chapters }, at, now }: SeedContext) {
  const write = (lead: string, letter: LetterEdit) => chapters.letters.create(actorOf(lead), 'lisbon', letter)
  await at(now - 6 * DAY, () =>
    write(TOMAS, {
      title: 'What December brings',
      text: 'Dear all,\n\nwe meet **twice** before the holidays:\n\n- breakfast on the first Thursday, as always\n- a walk along the river on the second Saturday, with children and dogs\n\nIf you know someone who is new in town, bring them along.\n\nTomás',
    }),
  )
  await write(idOf('Sofia Antunes'), {
    title: 'Who hosts in spring?',
    text: 'We need three places for twenty people between March and May. Do you have a room, or know of one?',
    at: new Date(now + 3 * DAY).toISOString(),
  })
}
