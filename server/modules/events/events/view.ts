import { defineView } from '#server/views/view.ts'
import { sortKey, sortOrder } from '#server/views/sort-keys.ts'
import { fold, indexed } from '#shared/lib/words.ts'

import { type EventDocument, events } from './collection.ts'
import { organiserOf, roleAt } from './rights.ts'
import {
  isCoverHidden,
  isHistory,
  isInvitedOnly,
  isListed,
  mayBePublic,
  openWithOf,
  publicCoverOf,
  summaryOf,
} from './rules.ts'

/**
 * Every event, including drafts and hidden ones. `card` is JSON of an `EventSummary`; `calendar` is JSON of the
 * fields for calendars. `isListed`: it takes or took place, and members may see it. `isInvitedOnly`: of them only
 * invited ones. `openWith`: the chapter whose listing opens it to every member (`openWithOf`). `isHidden`: an admin has hidden it. `isHistory`: it took place before it was imported.
 */
export const eventView = defineView({
  of: events,
  name: 'event',
  columns: {
    version: 'INTEGER NOT NULL',
    status: 'TEXT NOT NULL',
    title: 'TEXT NOT NULL',
    titleKey: 'TEXT NOT NULL',
    startsAt: 'TEXT NOT NULL',
    endsAt: 'TEXT NOT NULL',
    allDay: 'INTEGER NOT NULL',
    timeZone: 'TEXT NOT NULL',
    format: 'TEXT NOT NULL',
    capacity: 'INTEGER',
    organiser: 'TEXT NOT NULL',
    seriesId: 'TEXT',
    /** JSON. */
    hosts: 'TEXT NOT NULL',
    createdAt: 'TEXT NOT NULL',
    isHidden: 'INTEGER NOT NULL',
    isListed: 'INTEGER NOT NULL',
    isInvitedOnly: 'INTEGER NOT NULL',
    isPublic: 'INTEGER NOT NULL',
    isHistory: 'INTEGER NOT NULL',
    isCoverHidden: 'INTEGER NOT NULL',
    publicCover: 'TEXT',
    chapter: 'TEXT',
    openWith: 'TEXT',
    /** City without case and accents. */
    cityKey: 'TEXT',
    /** Days in the zone of the event; only of all-day events, which have the same days everywhere. */
    firstDay: 'TEXT',
    lastDay: 'TEXT',
    card: 'TEXT NOT NULL',
    calendar: 'TEXT NOT NULL',
  },
  indexes: [
    'isListed, startsAt, id, status, endsAt, isPublic, isInvitedOnly, openWith',
    'isPublic, isListed, startsAt, id',
    'status, startsAt, id',
    'startsAt, id',
    'createdAt, id',
    'titleKey, id',
    'publicCover',
    'seriesId, startsAt, id',
  ],
  lists: {
    /** People with a role at the event. Its organiser may be a host, too. */
    eventTeam: {
      columns: {
        memberId: 'TEXT NOT NULL',
        startsAt: 'TEXT NOT NULL',
        role: 'TEXT NOT NULL',
        isHost: 'INTEGER NOT NULL',
      },
      key: ['memberId', 'startsAt', 'number'],
    },
    /** `isOwn`: not a co-hosting one. `admits`: its members may come. */
    eventChapter: {
      columns: {
        chapter: 'TEXT NOT NULL',
        startsAt: 'TEXT NOT NULL',
        isOwn: 'INTEGER NOT NULL',
        admits: 'INTEGER NOT NULL',
      },
      key: ['chapter', 'startsAt', 'number'],
    },
    /** `folded` is the tag without case and accents. */
    eventTag: {
      columns: { folded: 'TEXT NOT NULL', tag: 'TEXT NOT NULL' },
      key: ['folded', 'tag', 'number'],
    },
  },
  texts: { eventText: ['text'] },
  revision: 4,
  uses: sortOrder,
  rowsOf(event: EventDocument) {
    const { version, status, title, startsAt, endsAt, allDay, timeZone, format, capacity, createdAt } = event
    const { hosts, summary, venue, tags, seriesId, chapterId, cohosts = [] } = event
    const organiser = organiserOf(event)
    return {
      event: {
        version,
        status,
        title,
        titleKey: sortKey(title),
        startsAt,
        endsAt,
        allDay,
        timeZone,
        format,
        capacity,
        organiser,
        seriesId,
        hosts: JSON.stringify(hosts),
        createdAt,
        isHidden: event.hidden?.event !== undefined,
        isListed: isListed.of(event),
        isInvitedOnly: isInvitedOnly.of(event),
        isPublic: mayBePublic(event),
        isHistory: isHistory.of(event),
        isCoverHidden: isCoverHidden.of(event),
        publicCover: publicCoverOf(event) || undefined,
        chapter: chapterId,
        openWith: openWithOf(event),
        cityKey: fold(venue?.address.city ?? '') || undefined,
        ...daysOf(event),
        card: JSON.stringify(summaryOf(event)),
        calendar: JSON.stringify(calendarOf(event)),
      },
      eventTeam: [...new Set([organiser, ...hosts, ...(event.helpers ?? [])])].map((memberId) => ({
        memberId,
        startsAt,
        role: roleAt.of(event, { id: memberId })!,
        isHost: hosts.includes(memberId),
      })),
      eventChapter: (chapterId === undefined ? [] : [chapterId, ...cohosts]).map((chapter) => ({
        chapter,
        startsAt,
        isOwn: chapter === chapterId,
        admits: chapter === chapterId || event.visibility !== 'chapter',
      })),
      eventTag: tags.map((tag) => ({ folded: fold(tag), tag })),
      eventText: [{ text: indexed(title, summary, venue?.name ?? '', venue?.address.city ?? '', ...tags) }],
    }
  },
})

function daysOf({ startsAt, endsAt, timeZone, allDay }: EventDocument) {
  if (!allDay) return { firstDay: undefined, lastDay: undefined }
  const dayAt = (milliseconds: number) =>
    Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  // Midnight belongs to the day that it ends.
  return { firstDay: dayAt(Date.parse(startsAt)), lastDay: dayAt(Date.parse(endsAt) - 1) }
}

function calendarOf(event: EventDocument) {
  const { id, sequence, changedAt, status, title, summary, tags, startsAt, endsAt, allDay, timeZone } = event
  const { format, venue, joinUrl, reason } = event
  const when = { startsAt, endsAt, allDay, timeZone }
  return { id, sequence, changedAt, status, title, summary, tags, ...when, format, venue, joinUrl, reason }
}
