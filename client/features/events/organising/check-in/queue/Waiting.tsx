import { useSyncExternalStore } from 'react'

import { useMomentWords } from '#client/features/events/organising/check-in/use-moment-words.ts'
import { counted } from '#client/features/events/words.ts'
import { reachable } from '#client/lib/connection.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import type { CheckIns } from './check-ins.ts'
import type { Noted } from './noted.ts'

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

/** What the server has yet to hear, and why. */
export function Waiting({ eventId, noted, checkIns: { queue, sender }, listAt }: Props) {
  const words = useMomentWords()
  const answers = useSyncExternalStore(reachable.subscribe, reachable.get)
  const held = useSyncExternalStore(sender.held.subscribe, sender.held.get).get(eventId)
  const waiting = noted.filter(({ refused }) => !refused)
  const late = useClock((now) => waiting.filter(({ at }) => now - Date.parse(at) > SOON).length)
  const count = `${answers && !held ? late : waiting.length} waiting to be sent`
  const discard = () => {
    queue.settle(waiting)
    sender.release(eventId)
  }
  if (held && waiting.length > 0)
    return (
      <Notice
        tone="danger"
        title={count}
        actions={
          <>
            <Button variant="secondary" onClick={() => sender.release(eventId)}>
              Try again
            </Button>
            <Button variant="quiet" onClick={discard}>
              Discard {counted(waiting.length, 'check-in')}
            </Button>
          </>
        }
      >
        The server did not take them: {held.detail ?? held.title}
      </Notice>
    )
  if (answers && late === 0) return null
  return (
    <Notice tone="warning" title={waiting.length > 0 ? count : 'No connection'}>
      {queue.isFleeting()
        ? 'This device has no room to keep them: leave this page open until they are sent. '
        : waiting.length > 0 && 'They are kept on this device until then. '}
      {listAt > 0 && `The list is from ${words(new Date(listAt).toISOString())}.`}
    </Notice>
  )
}
