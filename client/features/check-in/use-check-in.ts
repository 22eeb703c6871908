import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'

import { reachable } from '#client/lib/request.ts'
import { ownProfile } from '#client/lib/own-profile.ts'

import { type CheckInEntry, checkInEntries } from './attendees.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { checkInList } from './queries.ts'
import { checkInsOf } from './queue/check-ins.ts'
import { readingOf } from './scanner/codes.ts'

/** The people with a seat, who of them is here, and what the last one came to. */
export function useCheckIn(eventId: string) {
  const checkIns = useCheckIns(eventId)
  const { queue } = checkIns
  const list = useQuery(checkInList(eventId))
  const all = useSyncExternalStore(queue.all.subscribe, queue.all.get)
  const noted = useMemo(() => all.filter((each) => each.eventId === eventId), [all, eventId])
  const people = useMemo(() => checkInEntries(list.data?.items ?? [], noted), [list.data, noted])
  const [last, setLast] = useState<{ outcome?: Outcome; turn: number }>({ turn: 0 })
  // Two people in turn may come to the same.
  const setOutcome = (outcome: Outcome) => setLast(({ turn }) => ({ outcome, turn: turn + 1 }))

  useEffect(
    () =>
      checkIns.onResult((sent, result) => {
        if (result.result === 'checkedIn') return
        setLast((shown) =>
          shown.outcome?.kind === 'in' && shown.outcome.noted?.id === sent.id
            ? { outcome: outcomeOf(result, sent.at), turn: shown.turn + 1 }
            : shown,
        )
      }),
    [checkIns],
  )

  function arrive({ member, guests, checkedInAt }: CheckInEntry) {
    const name = member.displayName
    if (checkedInAt) return setOutcome({ kind: 'already', name, at: checkedInAt })
    const arrival = checkIns.note({ eventId, memberId: member.id, name, at: new Date().toISOString() })
    setOutcome({ kind: 'in', name, guests, noted: arrival, memberId: member.id })
  }

  async function read(code: string) {
    const reading = await readingOf(code, people)
    if (reading.kind === 'foreign') return setOutcome({ kind: 'foreign' })
    if (reading.kind === 'listed') return arrive(reading.person)
    setOutcome({ kind: reachable.get() ? 'asking' : 'kept' })
    const at = new Date().toISOString()
    const result = await checkIns.ask({ eventId, memberId: reading.memberId, code, at })
    setOutcome(result ? outcomeOf(result, at) : { kind: 'kept' })
  }

  function undo(memberId: string, name: string) {
    checkIns.note({ eventId, memberId, name, at: new Date().toISOString(), undo: true })
    setOutcome({ kind: 'undone', name })
  }

  return { list, people, noted, last, arrive, read, undo, checkIns }
}

/** Sends what was noted at any door while it is on the page. */
function useCheckIns(eventId: string) {
  const cache = useQueryClient()
  const { data: own } = useSuspenseQuery(ownProfile)
  const checkIns = checkInsOf(cache, own.id)
  useEffect(() => checkIns.start(), [checkIns])
  useEffect(() => {
    checkIns.door.set(eventId)
    return () => checkIns.door.set('')
  }, [checkIns, eventId])
  return checkIns
}
