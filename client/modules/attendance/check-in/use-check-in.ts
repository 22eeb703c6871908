import { useQuery, type UseQueryResult, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'

import type { CheckInList } from '#shared/attendance/check-in.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { reachable } from '#client/lib/http.ts'
import { isFinal } from '#client/lib/offline-queue/failures.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'

import { type CheckInEntry, checkInEntries, type Outcome, outcomeOf } from './attendees.ts'
import { attendeeToKeep, checkInLists } from './kept-lists.ts'
import { checkInList } from './queries.ts'
import { checkInsOf } from './check-ins.ts'
import { matchCode } from './scanner/codes.ts'

/** The attendees of an event, the commands of its check-in, and the outcome of the last one. */
export function useCheckIn(event: EventDetails, isOpen: boolean) {
  const { id: eventId } = event
  const checkIns = useCheckIns(eventId)
  const { queue } = checkIns
  const list = useQuery(checkInList(eventId))
  useKeptList(event, isOpen, list)
  const all = useSyncExternalStore(queue.all.subscribe, queue.all.get)
  const queued = useMemo(() => all.filter((each) => each.eventId === eventId), [all, eventId])
  const attendees = useMemo(() => checkInEntries(list.data?.items ?? [], queued), [list.data, queued])
  const [last, setLast] = useState<{ outcome?: Outcome; id: number }>({ id: 0 })
  const setOutcome = (outcome: Outcome) => setLast(({ id }) => ({ outcome, id: id + 1 }))

  // The server may correct an outcome that was shown before it answered.
  useEffect(
    () =>
      checkIns.onResult((sent, result) => {
        setLast((shown) => {
          const { outcome, id } = shown
          if (outcome?.kind !== 'checkedIn' && outcome?.kind !== 'queuedCode') return shown
          if (outcome.queued?.id !== sent.id) return shown
          const corrected = outcomeOf(result, sent.at)
          // The server corrects an impossible time, which needs no announcement.
          return { outcome: corrected, id: corrected.kind === outcome.kind ? id : id + 1 }
        })
      }),
    [checkIns],
  )

  function checkIn({ member, guests, checkedInAt }: CheckInEntry) {
    const name = member.displayName
    if (checkedInAt)
      return setOutcome({ kind: 'alreadyCheckedIn', name, memberId: member.id, at: checkedInAt })
    const at = new Date().toISOString()
    const added = checkIns.add({ eventId, memberId: member.id, name, at })
    setOutcome({ kind: 'checkedIn', name, guests, queued: added, memberId: member.id, at })
  }

  async function scan(code: string) {
    const match = await matchCode(code, attendees)
    if (match.kind === 'invalid') return setOutcome({ kind: 'invalidCode' })
    if (match.kind === 'listed') return checkIn(match.attendee)
    setOutcome({ kind: reachable.get() ? 'lookingUp' : 'queuedCode' })
    const at = new Date().toISOString()
    const { added, result } = await checkIns.sendNow({ eventId, memberId: match.memberId, code, at })
    setOutcome(result ? outcomeOf(result, at) : { kind: 'queuedCode', queued: added })
  }

  /** @param arrival its time */
  function undo(memberId: string, name: string, arrival: string) {
    checkIns.undo({ eventId, memberId, name, at: new Date().toISOString(), undo: arrival })
    setOutcome({ kind: 'undone', name })
  }

  return { list, attendees, queued, last, checkIn, scan, undo, checkIns }
}

/** Keeps the list on this device as it was loaded, while check-in is open and the server does not refuse it. */
function useKeptList(
  { id: eventId, title, endsAt }: EventDetails,
  isOpen: boolean,
  { data, dataUpdatedAt, error }: UseQueryResult<CheckInList>,
) {
  const { data: own } = useSuspenseQuery(ownProfile)
  const isRefused = isFinal(error)
  useEffect(() => {
    if (isRefused) checkInLists.forget(eventId)
    else if (data && isOpen) {
      const updatedAt = new Date(dataUpdatedAt).toISOString()
      const attendees = data.items.map(attendeeToKeep)
      void checkInLists.keep({ eventId, title, endsAt, uid: own.id, updatedAt, attendees })
    }
  }, [eventId, title, endsAt, own.id, data, dataUpdatedAt, isOpen, isRefused])
}

/** Sends queued check-ins, of this and other events, while the panel is open. */
function useCheckIns(eventId: string) {
  const cache = useQueryClient()
  const { data: own } = useSuspenseQuery(ownProfile)
  const checkIns = checkInsOf(cache, own.id)
  useEffect(() => checkIns.start(), [checkIns])
  useEffect(() => {
    checkIns.openEvent.set(eventId)
    return () => checkIns.openEvent.set('')
  }, [checkIns, eventId])
  return checkIns
}
