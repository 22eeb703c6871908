import { readFile } from 'node:fs/promises'

import type { Answer, EventEdit } from '#shared/events.ts'
import { isoInstant } from '#server/lib/clock.ts'

import { coverFile } from './community/covers.ts'
import type { Planned } from './programme.ts'
import { actorOf, type Stage } from './stage.ts'

export const MEMBER = 'demo-member'
export const ORGANISER = actorOf('demo-organiser', 'organiser')

/** What people do with events, each at the time to which the story has come. */
export function eventCommands(stage: Stage) {
  const act = <R>(time: number, work: (services: Stage['services']) => Promise<R>) =>
    stage.at(time, () => work(stage.services))
  return {
    act,
    publish: (planned: Planned, time: number) =>
      act(time, async ({ events, images }) => {
        const { cover } = planned
        const picture = cover && (await images.upload(ORGANISER, 'cover', await readFile(coverFile(cover))))
        const edit = editOf(planned, stage.now)
        const { id } = await events.create(ORGANISER, { ...edit, cover: picture?.id ?? '' })
        await events.publish(ORGANISER, id)
        return id
      }),
    async answer(
      eventId: string,
      memberIds: readonly string[],
      from: number,
      state: Answer['state'] = 'going',
    ) {
      for (const [nth, memberId] of memberIds.entries()) {
        await act(from + nth * 60_000, ({ rsvps }) =>
          rsvps.answer(actorOf(memberId), eventId, { state, guests: 0 }),
        )
      }
    },
  }
}

export function editOf({ inDays, from, length, ...said }: Planned, now: number): EventEdit {
  const day = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(said.timeZone)
    .toPlainDate()
    .add({ days: inDays })
  const start = day.toZonedDateTime({ timeZone: said.timeZone, ...(from && { plainTime: from }) })
  const end = from ? start.add({ minutes: length }) : start.add({ days: length })
  return {
    summary: '',
    description: '',
    visibility: 'members',
    guestsMax: 0,
    hosts: [ORGANISER.id],
    tags: [],
    ...said,
    startsAt: isoInstant(start.epochMilliseconds),
    endsAt: isoInstant(end.epochMilliseconds),
    allDay: !from,
    cover: '',
  }
}
