import { DAY, HOUR } from '#shared/lib/durations.ts'
import { SAMPLE_MEMBERS } from '#server/demo/community/sample-members.ts'
import { isoInstant } from '#server/lib/clock.ts'

import { seedAfterwards, seedDiscussion } from './afterwards.ts'
import { actorOf, type SeedContext } from './context.ts'
import { editOf, eventCommands, MEMBER, ORGANISER } from './event-commands.ts'
import {
  BY_INVITATION,
  BY_REQUEST,
  BREAKFASTS,
  CANCELLED,
  DRAFT,
  FULL,
  LONG_AGO,
  OTHERS,
  PAST,
} from './event-plans.ts'
import { seedGuest, seedJoinedGuest } from './guests.ts'

const MEMBER_IDS = SAMPLE_MEMBERS.map(({ uid }) => uid)

/**
 * Past and upcoming events: full, with a waitlist, cancelled, in several time zones, a series and a draft; and guests
 * without an account: of members, by themselves, not confirmed yet and on the waitlist.
 * @returns the id of the last breakfast
 */
export async function seedEvents(context: SeedContext) {
  const lately = context.now - 5 * DAY
  const breakfast = await seedPast(context)
  await seedBreakfasts(context, lately)
  await seedFull(context, lately)
  await seedByRequest(context, lately)
  await seedByInvitation(context, lately)
  await seedCancelled(context, lately)
  await seedOthers(context, lately)
  return { breakfast }
}

async function seedPast(context: SeedContext) {
  const { publish, respond, run } = eventCommands(context)
  let breakfast = ''
  for (const plan of [LONG_AGO, PAST]) {
    const before = context.now + (plan.inDays - 20) * DAY
    const id = await publish(plan, before)
    await respond(id, [MEMBER, ...MEMBER_IDS.slice(0, 14)], before + DAY)
    const start = Date.parse(editOf(plan, context.now).startsAt)
    await run(start + HOUR, ({ attendance: { checkIn } }) =>
      checkIn.checkIn(
        ORGANISER,
        id,
        [MEMBER, ...MEMBER_IDS.slice(0, 12)].map((memberId) => ({ memberId, at: isoInstant(start) })),
      ),
    )
    await run(start + 3 * HOUR, ({ events: { lifecycle } }) => lifecycle.complete(ORGANISER, id))
    if (plan === LONG_AGO) await seedJoinedGuest(context, id, plan)
    breakfast = id
  }
  await seedAfterwards(context, breakfast, MEMBER_IDS)
  return breakfast
}

async function seedBreakfasts(context: SeedContext, lately: number) {
  const { publish, respond, run } = eventCommands(context)
  const id = await publish(BREAKFASTS, lately)
  await respond(id, [MEMBER, ...MEMBER_IDS.slice(3, 22)], lately + HOUR)
  await respond(id, MEMBER_IDS.slice(22, 26), lately + 2 * HOUR, { state: 'maybe' })
  await seedPageViews(context, id, lately)
  await seedGuest(context, id, lately + DAY, { name: 'Henrik Lund', by: MEMBER })
  await seedGuest(context, id, context.now - DAY, { name: 'Nora Feld', by: MEMBER, confirms: false })
  const text = 'The bell at the door is broken. Knock, or call the number on the sign.'
  await run(lately + DAY, ({ conversation: { messages } }) => messages.announce(ORGANISER, id, text))
  await seedDiscussion(context, id, MEMBER_IDS.slice(3, 6))
  await run(lately + 2 * DAY, async ({ rounds: { tables } }) => {
    const groups = { together: [], apart: [] }
    const deal = { ...groups, rounds: 2, size: 5, who: 'going' as const, keep: false }
    const { version } = await tables.deal(ORGANISER, id, 0, deal)
    await tables.publish(ORGANISER, id, version, true)
  })
  await repeatWeekly(context, id)
}

/** Fewer look at the page each day. */
async function seedPageViews(context: SeedContext, id: string, since: number) {
  const { run } = eventCommands(context)
  for (let day = 0; day < 5; day += 1) {
    await run(since + day * DAY, async ({ programme: { pageViews } }) => {
      for (const memberId of MEMBER_IDS.slice(0, 24 - 4 * day)) pageViews.countMember(memberId, id)
      for (let visit = 0; visit < 9 - day; visit += 1) pageViews.countVisitor(id)
      await pageViews.writeWaiting()
    })
  }
}

async function seedFull(context: SeedContext, lately: number) {
  const { publish, respond } = eventCommands(context)
  const id = await publish(FULL, lately)
  const { questions = [] } = FULL
  await respond(id, MEMBER_IDS.slice(12, 16), lately + HOUR, { questions })
  await respond(id, [...MEMBER_IDS.slice(30, 31), MEMBER, ...MEMBER_IDS.slice(31, 32)], lately + 3 * HOUR, {
    questions,
  })
  await seedGuest(context, id, lately + 5 * HOUR, { name: 'Ilse Weber', by: MEMBER_IDS[12], questions })
}

async function seedByRequest(context: SeedContext, lately: number) {
  const { publish, respond, run } = eventCommands(context)
  const id = await publish(BY_REQUEST, lately)
  const [first, ...others] = MEMBER_IDS.slice(16, 21)
  await respond(id, [first!, ...others], lately + HOUR)
  await run(lately + 2 * HOUR, ({ programme: { rosterCommands } }) =>
    rosterCommands.accept(ORGANISER, { eventId: id, memberId: first!, version: 1 }),
  )
}

async function seedByInvitation(context: SeedContext, lately: number) {
  const { publish, respond, run } = eventCommands(context)
  const id = await publish(BY_INVITATION, lately)
  const members = [MEMBER, ...MEMBER_IDS.slice(20, 29)]
  await run(lately + HOUR, ({ attendance: { invitations } }) =>
    invitations.invite(ORGANISER, id, { members }),
  )
  await respond(id, MEMBER_IDS.slice(20, 25), lately + 2 * HOUR)
}

async function seedCancelled(context: SeedContext, lately: number) {
  const { publish, respond, run } = eventCommands(context)
  const id = await publish(CANCELLED, lately)
  await respond(id, [MEMBER, ...MEMBER_IDS.slice(5, 9)], lately + HOUR)
  const reason = 'The river is too high this week. We will find another morning.'
  await run(context.now - DAY, ({ events: { lifecycle } }) => lifecycle.cancel(ORGANISER, id, reason))
}

async function seedOthers(context: SeedContext, lately: number) {
  const { publish, respond, run } = eventCommands(context)
  for (const [index, plan] of OTHERS.entries()) {
    const id = await publish(plan, lately)
    await respond(id, MEMBER_IDS.slice(index * 9, index * 9 + 11), lately + HOUR)
    if (plan.visibility === 'public') await seedGuest(context, id, lately + DAY, { name: 'Paul Ashworth' })
  }
  await run(lately, ({ events: { editor } }) => editor.create(ORGANISER, editOf(DRAFT, context.now)))
}

/** Publishes copies in the next three weeks, which some regulars join. */
async function repeatWeekly({ services, at, now }: SeedContext, eventId: string) {
  const { events, attendance, programme } = services
  await at(now - 4 * DAY, async () => {
    const { startsAt, timeZone } = await programme.reader.details(ORGANISER, eventId)
    const nextWeek = Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone).add({ weeks: 1 })
    await events.seriesEditor.extend(ORGANISER, eventId, {
      startsAt: isoInstant(nextWeek.epochMilliseconds),
      repeat: { every: 'weekly', count: 3 },
    })
    await events.seriesEditor.publish(ORGANISER, eventId)
    for (const id of MEMBER_IDS.slice(3, 7)) {
      await attendance.series.join(actorOf(id), eventId, { guests: 0 })
    }
  })
}
