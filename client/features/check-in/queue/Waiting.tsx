import { useSyncExternalStore } from 'react'

import { useMomentLabel } from '#client/lib/time/use-viewer-zone.ts'
import { reachable } from '#client/lib/request.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Notice } from '#client/ui/Notice.tsx'

import type { CheckIns } from './check-ins.ts'
import type { Noted } from './queue.ts'

interface Props {
  eventId: string
  /** At this event. */
  noted: readonly Noted[]
  checkIns: CheckIns
  /** When the list came, in milliseconds. */
  listAt: number
}

/** Milliseconds in which the server has usually answered: until then nobody needs to hear of it. */
const SOON = 2_000

/** What the server has yet to hear, and will. */
export function Waiting({ eventId, noted, checkIns: { queue, sender }, listAt }: Props) {
  const words = useMomentLabel()
  const answers = useSyncExternalStore(reachable.subscribe, reachable.get)
  const isHeld = useSyncExternalStore(sender.held.subscribe, sender.held.get).has(eventId)
  const waiting = noted.filter(({ refused }) => !refused)
  const late = useClock((now) => waiting.filter(({ at }) => now - Date.parse(at) > SOON).length)
  if ((answers && late === 0) || (isHeld && waiting.length > 0)) return null
  const count = `${answers ? late : waiting.length} waiting to be sent`
  return (
    <Notice tone="warning" title={waiting.length > 0 ? count : 'No connection'}>
      {queue.isFleeting()
        ? 'This device has no room to keep them: leave this page open until they are sent. '
        : waiting.length > 0 && 'They are kept on this device until then. '}
      {listAt > 0 && `The list is from ${words(new Date(listAt).toISOString())}.`}
    </Notice>
  )
}
