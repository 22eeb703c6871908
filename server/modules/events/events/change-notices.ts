import { formatAddress } from '#shared/people/address.ts'
import type { Clock } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { subjectIds } from '#server/modules/subject-ids.ts'
import type { Transaction } from '#server/store/port.ts'

import type { EventDocument } from './collection.ts'
import { organiserOf, roleAt } from './rights.ts'
import { isCurrent, isVisible } from './rules.ts'

export interface Change {
  before: EventDocument
  after: EventDocument
}

interface Deps {
  notify: Operations['outbox']['notify']
  clock: Clock
}

/** Notifies those whom changes of events concern, each of them once. `doneBy` is not notified. */
export function createChangeNotices({ notify, clock }: Deps) {
  return (tx: Transaction, changes: readonly Change[], doneBy?: string) => {
    notifyOfDates(tx, changes, doneBy)
    notifyOfQuestions(tx, changes, doneBy)
    notifyOfRoles(tx, changes, doneBy)
  }

  /** Notifies of publications, new times and places, and cancellations. */
  function notifyOfDates(tx: Transaction, changes: readonly Change[], doneBy?: string) {
    const notified = changes.filter((change) => isNotified(change, clock()))
    const kinds = Map.groupBy(notified, topicOf)
    for (const [topic, [first, ...others]] of kinds) {
      if (topic === 'newEvent' || others.length === 0) notifyOfChange(tx, first!, doneBy)
      else notifyOfSeveral(tx, topic, [first!, ...others], doneBy)
    }
  }

  function notifyOfSeveral(
    tx: Transaction,
    topic: 'eventChanged' | 'eventCancelled',
    changes: readonly Change[],
    doneBy?: string,
  ) {
    const { id, title, version, reason = '' } = changes[0]!.after
    notify(tx, {
      topic,
      subject: { kind: 'event', id },
      dedupeKey: `${id} ${version} together`,
      recipients: 'attendeesAndRequests',
      doneBy,
      data: {
        title,
        reason,
        ...subjectIds(changes.map(({ after }) => after.id)),
      },
    })
  }

  /** Members who are going are not asked here, so that a new question costs no one their seat. */
  function notifyOfQuestions(tx: Transaction, changes: readonly Change[], doneBy?: string) {
    const asking = changes.filter(
      ({ before, after }) =>
        before.status === 'published' &&
        after.status === 'published' &&
        !after.hidden?.event &&
        Date.parse(after.startsAt) > clock() &&
        addedQuestions(before, after) > 0,
    )
    if (!asking[0]) return
    const { before, after } = asking[0]
    notify(tx, {
      topic: 'questionsAdded',
      subject: { kind: 'event', id: after.id },
      dedupeKey: `${after.id} ${after.version} questions`,
      recipients: 'going',
      doneBy,
      data: {
        title: after.title,
        count: String(addedQuestions(before, after)),
        ...(asking.length > 1 && subjectIds(asking.map((change) => change.after.id))),
      },
    })
  }

  /** Someone who gets the same role at several dates is notified once. */
  function notifyOfRoles(tx: Transaction, changes: readonly Change[], doneBy?: string) {
    const given = changes
      .filter(({ after }) => isVisible.of(after) && isCurrent.of(after, clock()))
      .flatMap((change) => newRoles(change).map((role) => ({ ...role, event: change.after })))
      .filter(({ member }) => member !== doneBy)
    for (const [first, ...others] of Map.groupBy(given, ({ member, role }) =>
      joinedId(member, role),
    ).values()) {
      const { member, role, event } = first!
      notify(tx, {
        topic: 'eventRole',
        subject: { kind: 'event', id: event.id },
        dedupeKey: joinedId(event.id, String(event.version), member),
        recipients: [member],
        actor: doneBy,
        data: {
          title: event.title,
          role,
          ...(others.length > 0 && { dates: String(1 + others.length) }),
        },
      })
    }
  }

  function notifyOfChange(tx: Transaction, change: Change, doneBy?: string) {
    const { before, after } = change
    const { id, title, sequence, seriesId = id, reason = '' } = after
    const topic = topicOf(change)
    const domainEvent = {
      subject: { kind: 'event', id },
      recipients: 'attendeesAndRequests',
      data: { title, reason },
      doneBy,
    } as const
    if (topic === 'newEvent')
      return notify(tx, { ...domainEvent, topic, dedupeKey: seriesId, recipients: 'everyone' })
    if (topic === 'eventCancelled') return notify(tx, { ...domainEvent, topic, dedupeKey: id, sequence })
    notify(tx, {
      ...domainEvent,
      topic,
      dedupeKey: `${id} ${sequence}`,
      sequence,
      data: {
        title,
        ...timeAndPlaceOf(after),
        was: whenAndWhere(before),
        is: whenAndWhere(after),
      },
    })
  }
}

/** Number of new questions. A new wording asks no one again. */
const addedQuestions = ({ questions: before = [] }: EventDocument, { questions = [] }: EventDocument) =>
  questions.filter(({ id }) => !before.some((each) => each.id === id)).length

/** Roles that hosts and helpers did not have, or did not know of while the event was a draft. */
const newRoles = ({ before, after }: Change) =>
  [...after.hosts, ...(after.helpers ?? [])].flatMap((member) => {
    const role = roleAt.of(after, { id: member })
    const former = before.status === 'draft' ? undefined : roleAt.of(before, { id: member })
    const isNew = role !== former && (former === undefined || role !== 'host')
    return role && isNew && organiserOf(after) !== member ? [{ member, role }] : []
  })

function topicOf({ before, after }: Change) {
  if (before.status === 'draft') return 'newEvent'
  return before.status === after.status ? 'eventChanged' : 'eventCancelled'
}

/** Whether members are notified of the change. */
export function isNotified(change: Change, now: number) {
  const { before, after } = change
  const { status, hidden, endsAt } = after
  if (hidden?.event || before === after || (status !== 'published' && status !== 'cancelled')) return false
  // Members who are invited are notified one by one.
  if (topicOf(change) === 'newEvent' && after.joinMode === 'invited') return false
  return (
    topicOf(change) !== 'eventChanged' ||
    (Date.parse(endsAt) >= now && whenAndWhere(before) !== whenAndWhere(after))
  )
}

/** Data that the sentence of the notification needs. */
const timeAndPlaceOf = ({ startsAt, allDay, timeZone, venue, format }: EventDocument) => ({
  startsAt,
  timeZone,
  ...(allDay && { allDay: 'yes' }),
  ...(venue?.name && { place: venue.name }),
  ...(format !== 'inPerson' && { online: 'yes' }),
})

/** Equal for the same time and place, so that queued emails do not announce an event that was moved back. */
const whenAndWhere = ({ startsAt, endsAt, timeZone, venue, format, joinUrl = '' }: EventDocument) =>
  joinedId(
    startsAt,
    endsAt,
    timeZone,
    venue?.name ?? '',
    formatAddress(venue?.address ?? {}),
    format,
    joinUrl,
  )
