import { readFile } from 'node:fs/promises'

import type { EventEdit } from '#shared/events/schema.ts'
import type { RsvpEdit } from '#shared/events/rsvps.ts'
import { AGREED } from '#shared/events/question-rules.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { coverFile } from '#server/demo/community/covers.ts'
import { isoInstant } from '#server/lib/clock.ts'

import { actorOf, type SeedContext } from './context.ts'
import type { EventPlan } from './event-plans.ts'
import { MARA, TOMAS } from './people.ts'

export const MEMBER = MARA
export const ORGANISER = actorOf(TOMAS, 'organiser')

/** Commands of people about events, each at a given time. */
export function eventCommands(context: SeedContext) {
  const run = <R>(time: number, work: (services: SeedContext['services']) => Promise<R>) =>
    context.at(time, () => work(context.services))
  const { images } = context.services.people
  return {
    run,
    publish: (plan: EventPlan, time: number) =>
      run(time, async ({ events: { editor, lifecycle }, chapters: { chapters } }) => {
        const { cover, chapter } = plan
        const picture = cover && (await images.upload(ORGANISER, 'cover', await readFile(coverFile(cover))))
        const edit = editOf(plan, context.now)
        const chapterId = chapter && (await chapters.idOf(ORGANISER, chapter))
        const { id } = await editor.create(ORGANISER, { ...edit, chapterId, cover: picture?.id ?? '' })
        await lifecycle.publish(ORGANISER, id)
        return id
      }),
    async respond(
      eventId: string,
      memberIds: readonly string[],
      from: number,
      {
        state = 'going',
        questions = [],
      }: { state?: RsvpEdit['state']; questions?: EventPlan['questions'] } = {},
    ) {
      for (const [nth, memberId] of memberIds.entries()) {
        await run(from + nth * MINUTE, ({ attendance: { rsvps } }) =>
          rsvps.respond(actorOf(memberId), eventId, { state, guests: 0, answers: answersTo(questions, nth) }),
        )
      }
    },
  }
}

/** Different answers for each person. */
export const answersTo = (questions: NonNullable<EventPlan['questions']>, nth: number) =>
  questions.map(({ id, options = [AGREED] }, at) => ({
    question: id,
    values: [options[(nth + at) % options.length]!],
  }))

export function editOf(plan: EventPlan, now: number): EventEdit {
  const { inDays, from, length, chapter: _, ...fields } = plan
  const day = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(fields.timeZone)
    .toPlainDate()
    .add({ days: inDays })
  const start = day.toZonedDateTime({ timeZone: fields.timeZone, plainTime: from || undefined })
  const end = from ? start.add({ minutes: length }) : start.add({ days: length })
  return {
    summary: '',
    description: '',
    visibility: 'members',
    guestsMax: 0,
    hosts: [ORGANISER.id],
    tags: [],
    ...fields,
    startsAt: isoInstant(start.epochMilliseconds),
    endsAt: isoInstant(end.epochMilliseconds),
    allDay: !from,
    cover: '',
  }
}
