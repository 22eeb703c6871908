import { HOUR } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'

import type { SeedContext } from './context.ts'
import { CALL } from './event-plans.ts'
import { seedHeldMeetings } from './meetings-held.ts'
import { meetingCommands } from './meeting-commands.ts'
import { idOf, MARA, TOMAS } from './people.ts'

/** Seeds Mara’s meetings, in every state. */
export async function seedMeetings(context: SeedContext, breakfast: string) {
  await seedHeldMeetings(context, breakfast)
  await seedProposed(context)
  await seedScheduled(context)
  await seedAwaiting(context)
  await seedCalledOff(context)
}

/** Two of them need Mara's answer, two need others'. */
async function seedProposed(context: SeedContext) {
  const { at, services } = context
  const { on, slot, propose } = meetingCommands(context)
  const vote = (by: string, id: string, startsAt: string, answer: 'yes' | 'ifNeeded' | 'no') =>
    at(on(-1, 15), () =>
      services.meetings.meetings.commands.vote(by, id, { votes: [{ slot: startsAt, vote: answer }] }),
    )

  const slots = [slot(3, 10), slot(4, 10), slot(5, 15)]
  const breakfasts = await propose(
    on(-2, 9),
    {
      by: idOf('Catarina Lobo'),
      with: [MARA, idOf('Zé Moura')],
      purpose: 'Bread and coffee for four hospital kitchens, and who delivers them',
      kind: 'referral',
      place: 'Prato Claro, second floor',
      agenda: ['How much, and how early', 'Who has a van', 'What to ask the hospital for'],
      minutes: 60,
    },
    slots,
  )
  for (const [nth, startsAt] of slots.entries()) {
    await vote(idOf('Zé Moura'), breakfasts, startsAt, nth === 1 ? 'ifNeeded' : 'yes')
  }
  const call = {
    by: idOf('Amara Nwosu'),
    with: [MARA],
    purpose: 'The call to the hotel in Bath, together',
    kind: 'mentoring' as const,
    joinUrl: CALL,
    minutes: 30,
  }
  await propose(on(-1, 10), call, [slot(3, 13), slot(4, 16)])

  const van = [slot(4, 11), slot(5, 12)]
  const cooperative = await propose(
    on(-2, 11),
    {
      by: MARA,
      with: [idOf('Jean-Luc Moreau'), idOf('Karl-Heinz Straßer')],
      purpose: 'A cooperative that owns one cold van',
      kind: 'advice',
      joinUrl: CALL,
    },
    van,
  )
  for (const startsAt of van) await vote(idOf('Jean-Luc Moreau'), cooperative, startsAt, 'yes')
  const map = {
    by: MARA,
    with: [idOf('Abdi Hassan')],
    purpose: 'A map of forty deliveries before seven',
    kind: 'advice' as const,
    joinUrl: CALL,
  }
  await propose(on(-1, 11), map, [slot(2, 12), slot(3, 12), slot(5, 9)])
}

/** Two are within the next seven days, and one needs another time. */
async function seedScheduled(context: SeedContext) {
  const { at, services } = context
  const { on, slot, schedule } = meetingCommands(context)
  const signs = {
    by: MARA,
    with: [TOMAS],
    purpose: 'Who buys signs for a bakery chain, and who should buy bread for town halls',
    kind: 'introduction' as const,
    place: 'The bakery, Rua da Boavista',
  }
  await schedule(3, signs, slot(3, 11))
  const reading = {
    by: idOf('Siobhán O’Brien'),
    with: [MARA, idOf('Amara Nwosu')],
    purpose: 'Reading the chapter about the oven aloud',
    kind: 'advice' as const,
    joinUrl: CALL,
    agenda: ['Does the oven sound right?', 'Who would give this book away?'],
  }
  await schedule(4, reading, slot(1, 12))

  const playground = {
    by: idOf('Marcus Bell'),
    with: [MARA],
    purpose: 'Rolls for a hundred children who have just built a slide',
    kind: 'referral' as const,
    joinUrl: CALL,
  }
  const id = await schedule(6, playground, slot(2, 14))
  await at(on(-1, 14), () =>
    services.meetings.meetings.commands.reschedule(idOf('Marcus Bell'), id, {
      slots: [slot(3, 15), slot(4, 14)],
      reason: 'The school moved the building day. Same rolls, another afternoon.',
    }),
  )
}

/** One needs Mara’s confirmation, which takes her to Silver; one needs the other’s. */
async function seedAwaiting(context: SeedContext) {
  const { at, services } = context
  const { on, schedule } = meetingCommands(context)
  const statutes = {
    by: idOf('Jean-Luc Moreau'),
    with: [MARA],
    purpose: 'What the statutes of a second bakery should say',
    kind: 'advice' as const,
    joinUrl: CALL,
  }
  const held = await schedule(5, statutes, isoInstant(on(-2, 10)))
  await at(on(-2, 18), () => services.meetings.meetings.commands.confirm(idOf('Jean-Luc Moreau'), held, true))

  const keys = {
    by: MARA,
    with: [idOf('Teresa Vilar')],
    purpose: 'The keys of the shop on Rua do Almada',
    kind: 'referral' as const,
    place: 'Rua do Almada 12, Porto',
  }
  const handed = await schedule(7, keys, isoInstant(on(-4, 9)))
  await at(on(-3, 8), () => services.meetings.meetings.commands.confirm(MARA, handed, true))
}

const proposalTo = (name: string, purpose: string) => ({ by: MARA, with: [idOf(name)], purpose })

/** Meetings that were not held, declined, expired and cancelled. */
async function seedCalledOff(context: SeedContext) {
  const { at, services } = context
  const { meetings } = services.meetings
  const { on, propose, schedule } = meetingCommands(context)

  const street = { ...proposalTo('Abdi Hassan', 'How a driver finds a door without a number'), joinUrl: CALL }
  const missed = await schedule(36, { ...street, kind: 'advice' }, isoInstant(on(-33, 9)))
  await at(on(-32, 9), () => meetings.commands.confirm(MARA, missed, false))
  await at(on(-32, 9) + HOUR, () => meetings.commands.confirm(idOf('Abdi Hassan'), missed, false))

  const paper = proposalTo('Beatriz Nunes', 'Printing on the paper that the bread comes in')
  const declined = await propose(on(-16, 9), { ...paper, kind: 'advice' }, [isoInstant(on(-12, 15))])
  await at(on(-15, 9), () =>
    meetings.commands.decline(
      idOf('Beatriz Nunes'),
      declined,
      'Two exhibitions this month. Ask me again after them.',
    ),
  )

  const soil = { by: idOf('Jürg Näf'), with: [MARA], purpose: 'A spoon, a sensor and a field of rye' }
  await propose(on(-44, 9), { ...soil, kind: 'advice', joinUrl: CALL }, [isoInstant(on(-39, 9))])

  const market = proposalTo('Marcus Bell', 'What a bakery could build with a school')
  const cancelled = await schedule(20, { ...market, kind: 'mentoring' }, isoInstant(on(-15, 14)))
  const oven = 'The big oven is out, and the fitter can only come then. I am sorry.'
  await at(on(-16, 6), () => meetings.commands.cancel(MARA, cancelled, oven))
}
