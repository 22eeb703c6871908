import * as m from '#shared/notifications/messages.ts'
import type { EventFormat } from '#shared/events/rules.ts'
import { paths } from '#shared/lib/paths.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { type AboutEvent, EVENT_TOPICS, isRecipient } from '#server/modules/notifications/topics/events.ts'
import { fullTimes, shortTime } from '#server/modules/notifications/topics/when.ts'
import { subjectIdsOf } from '#server/modules/subject-ids.ts'

import type { EmailContent } from './template.ts'
import { type Cause, type ComposeEmail, type Reader, type SubjectDeps, visible } from './subjects.ts'

export const isAboutEvent = (cause: Cause): cause is Cause & { topic: AboutEvent } =>
  Object.hasOwn(EVENT_TOPICS, cause.topic)

/** Undefined when it is obsolete, or the reader may not see the event. */
export const eventEmail: ComposeEmail<Cause & { topic: AboutEvent }> = async (
  { topic, subject: { id }, data, at },
  reader,
  { deps, sentence, now },
) => {
  const ids = subjectIdsOf(data)
  if (ids) return severalEventsEmail({ topic, ids, data, at }, reader, { deps, now })
  const event = await visible(deps.programme.reader.details(reader.actor, id))
  const { matters, subject, action = m.actionEvent, claimBy, hasCalendar, ...row } = EVENT_TOPICS[topic]
  if (!event || !matters({ event, now, at: Date.parse(at), data })) return undefined
  const announced = topic === 'announcement' ? await announcementOf(reader, id, data, deps) : undefined
  if (topic === 'announcement' && announced === undefined) return undefined
  const { title, reason = '', venue, format } = event
  const until = claimBy?.(event)
  const place = eventPlaceOf({ venue, format })
  const file = hasCalendar && (await visible(deps.calendar.file(reader.actor, id)))
  const isNewToCalendars = row.invitesToSubscribe && !(await deps.calendar.feeds.feed(reader.actor)).createdAt
  return {
    subject: subject({ title }),
    when: shortTime(event, reader.timeZone),
    heading: title,
    paragraphs: row.paragraphs?.({ sentence, reason }) ?? (announced ?? sentence).split(/\n{2,}/),
    facts: [
      { label: m.factWhen(), lines: fullTimes(event, reader.timeZone) },
      ...(place.length > 0 ? [{ label: m.factWhere(), lines: place }] : []),
      ...(until ? [{ label: m.factClaimBy(), lines: fullTimes({ startsAt: until }, reader.timeZone) }] : []),
    ],
    items: isNewToCalendars ? [subscribe()] : undefined,
    action: { label: action(), path: paths.event(id) },
    calendar: file?.text,
    chapters: event.hostChapters,
  }
}

/** Lines about where it takes place. */
export function eventPlaceOf({
  venue,
  format,
}: {
  venue?: EventDetails['venue'] | undefined
  format: EventFormat
}): string[] {
  const place = [venue?.name, venue?.address.city].filter(Boolean).join(', ')
  return [place, format === 'inPerson' ? '' : m.online()].filter(Boolean)
}

const MAX_DATES = 12

/** Undefined when none of the events concerns the reader any more. */
async function severalEventsEmail(
  { topic, ids, data, at }: Pick<Cause, 'data' | 'at'> & { topic: AboutEvent; ids: readonly string[] },
  reader: Reader,
  { deps, now }: { deps: SubjectDeps; now: number },
): Promise<EmailContent | undefined> {
  const { matters, subject, action = m.actionEvent, severalDates } = EVENT_TOPICS[topic]
  const found = await Promise.all(ids.map((id) => visible(deps.programme.reader.details(reader.actor, id))))
  const own = found.filter((event): event is EventDetails => {
    const situation = event && { event, now, at: Date.parse(at), data }
    return situation !== undefined && matters(situation) && isRecipient(situation)
  })
  const [first, ...others] = own.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
  if (!first) return undefined
  const dates = [first, ...others].map((event) => shortTime(event, reader.timeZone))
  const more = dates.length - MAX_DATES
  const file = await visible(
    deps.calendar.fileOfSeveral(
      reader.actor,
      [first, ...others].map(({ id }) => id),
    ),
  )
  return {
    subject: subject({ title: first.title }),
    when: m.dates({ count: dates.length }),
    heading: first.title,
    paragraphs: [severalDates?.() ?? '', data['reason'] ?? ''].filter(Boolean),
    facts: [
      {
        label: m.factWhen(),
        lines: [...dates.slice(0, MAX_DATES), ...(more > 0 ? [m.moreDates({ count: more })] : [])],
      },
    ],
    action: { label: action(), path: paths.event(first.id) },
    calendar: file?.text,
    chapters: first.hostChapters,
  }
}

/** The attached file is a copy; a subscription has later changes, too. */
const subscribe = () => ({ text: m.subscribe(), path: paths.syncCalendar })

/** The whole text, unless it has been deleted or hidden. */
async function announcementOf(reader: Reader, eventId: string, data: Cause['data'], deps: SubjectDeps) {
  const all = await visible(deps.conversation.messages.announcementsFor(reader.actor, eventId))
  const found = all?.find(({ id }) => id === data['announcement'])
  if (!found || found.hidden) return undefined
  return found.withheld ? m.textAnnouncementBlocked() : found.text
}
