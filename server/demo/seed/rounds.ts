import { DAY, HOUR } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { SAMPLE_MEMBERS } from '#server/demo/community/sample-members.ts'

import { actorOf, type SeedContext } from './context.ts'
import { idOf, MARA, TOMAS } from './people.ts'

const TOPICS = [
  'How you find your first customers abroad',
  'Passing a business on to the next generation',
  '',
  'Hiring the first employee',
  '',
]

/** Seeds a round whose groups wait for a review, and one that members can join. */
export async function seedRounds({ services: { rounds }, at, now }: SeedContext) {
  const organiser = actorOf(TOMAS, 'organiser')
  const basics = { audience: 'everyone', size: 2 } as const
  const past = await at(now - 7 * DAY, () =>
    rounds.rounds.open(organiser, {
      ...basics,
      title: 'Meet someone new in November',
      optInUntil: isoInstant(now - HOUR),
      monthly: false,
    }),
  )
  const people = [MARA, ...SAMPLE_MEMBERS.slice(0, 24).map(({ uid }) => uid)]
  for (const [index, uid] of people.entries()) {
    const topic = TOPICS[index % TOPICS.length]!
    await at(now - 6 * DAY + index * HOUR, () =>
      rounds.participants.optIn(uid, past, { topic, every: false }),
    )
  }
  await at(now, () => rounds.rounds.advanceDue())
  await at(now, () =>
    rounds.rounds.open(organiser, {
      ...basics,
      title: 'Coffee in December',
      optInUntil: isoInstant(now - (now % DAY) + 9 * DAY + 18 * HOUR),
      monthly: true,
    }),
  )
}

const BUDDIES = ['Amara Nwosu', 'Reto Cavegn', 'Sofia Antunes', 'Wanjiru Kamau']

/** Seeds members who offer to be buddies for newcomers, and a newcomer who asked one of them. */
export async function seedBuddies({ services: { rounds }, at, now }: SeedContext) {
  for (const [index, uid] of [MARA, ...BUDDIES.map(idOf)].entries())
    await at(now - (30 - index) * DAY, () => rounds.buddies.offer(uid, { most: 2 }))
  await at(now - 2 * DAY, () =>
    rounds.buddies.ask(idOf('Marta Kowalczyk'), idOf('Sofia Antunes'), {
      topic: 'Which events should I start with?',
    }),
  )
}
