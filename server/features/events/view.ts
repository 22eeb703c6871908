import { defineView } from '#server/views/view.ts'
import { fold, indexed } from '#server/views/words.ts'

import { type EventDocument, events } from './collection.ts'
import { isCoverHidden, isPublic, isVisible, organiserOf, publicCoverOf } from './policy.ts'
import { summaryOf } from './summary.ts'

/**
 * Every event, drafts and hidden ones included. `card` is JSON, an `EventSummary`; so is `calendar`, what calendars show. `isListed`: it takes or took place, and
 * every member may see it. `isHidden`: an admin has hidden it.
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
    /** JSON. */
    hosts: 'TEXT NOT NULL',
    createdAt: 'TEXT NOT NULL',
    isHidden: 'INTEGER NOT NULL',
    isListed: 'INTEGER NOT NULL',
    isPublic: 'INTEGER NOT NULL',
    isCoverHidden: 'INTEGER NOT NULL',
    publicCover: 'TEXT',
    card: 'TEXT NOT NULL',
    calendar: 'TEXT NOT NULL',
  },
  indexes: [
    'isListed, startsAt, id, status, endsAt, isPublic',
    'status, startsAt, id',
    'startsAt, id',
    'createdAt, id',
    'titleKey, id',
    'publicCover',
  ],
  lists: {
    /** Those who organise it: its organiser and its hosts. */
    eventOrganiser: {
      columns: { memberId: 'TEXT NOT NULL', startsAt: 'TEXT NOT NULL', isHost: 'INTEGER NOT NULL' },
      key: ['memberId', 'startsAt', 'number'],
    },
    /** `folded` is the tag without case and accents. */
    eventTag: {
      columns: { folded: 'TEXT NOT NULL', tag: 'TEXT NOT NULL' },
      key: ['folded', 'tag', 'number'],
    },
  },
  texts: { eventText: ['text'] },
  rowsOf(event: EventDocument) {
    const { version, status, title, startsAt, endsAt, allDay, timeZone, format, capacity, createdAt } = event
    const { hosts, summary, venue, tags } = event
    const organiser = organiserOf(event)
    return {
      event: {
        version,
        status,
        title,
        titleKey: fold(title),
        startsAt,
        endsAt,
        allDay,
        timeZone,
        format,
        capacity,
        organiser,
        hosts: JSON.stringify(hosts),
        createdAt,
        isHidden: event.hidden?.event !== undefined,
        isListed: isVisible(event) && status !== 'cancelled',
        isPublic: isPublic(event),
        isCoverHidden: isCoverHidden(event),
        publicCover: publicCoverOf(event) || undefined,
        card: JSON.stringify(summaryOf(event)),
        calendar: JSON.stringify(calendarOf(event)),
      },
      eventOrganiser: [...new Set([organiser, ...hosts])].map((memberId) => ({
        memberId,
        startsAt,
        isHost: hosts.includes(memberId),
      })),
      eventTag: tags.map((tag) => ({ folded: fold(tag), tag })),
      eventText: [{ text: indexed(title, summary, venue?.name ?? '', venue?.address.city ?? '', ...tags) }],
    }
  },
})

function calendarOf(event: EventDocument) {
  const { id, sequence, changedAt, status, title, summary, tags, startsAt, endsAt, allDay, timeZone } = event
  const { format, venue, joinUrl, reason } = event
  const when = { startsAt, endsAt, allDay, timeZone }
  return { id, sequence, changedAt, status, title, summary, tags, ...when, format, venue, joinUrl, reason }
}
