import type { QueryClient } from '@tanstack/react-query'

import {
  type CheckInResult,
  sendCheckIns,
  sendUndo,
  showArrivals,
} from '#client/features/check-in/queries.ts'

import type { Noted, Refusal } from './queue.ts'

/** Hears what the server made of one thing that was noted. */
export type OnResult = (noted: Noted, result: CheckInResult) => void

/** Tells the server what was noted, and the list what the server made of it. */
export function createDelivery(cache: QueryClient, onResult: OnResult) {
  async function send(batch: readonly Omit<Noted, 'id'>[]): Promise<CheckInResult[]> {
    const { eventId } = batch[0]!
    const results = await sendCheckIns(
      eventId,
      batch.map(({ at, code, memberId }) => (code === undefined ? { memberId, at } : { code, at })),
    )
    const arrivals = batch.map(({ memberId }, index) => [memberId, results[index]?.checkedInAt] as const)
    await showArrivals(cache, eventId, new Map(arrivals))
    return results
  }

  async function undo({ eventId, memberId }: Noted) {
    await sendUndo(eventId, memberId)
    await showArrivals(cache, eventId, new Map([[memberId, undefined]]))
  }

  return {
    send,
    /** Arrivals at one event, or one undoing. */
    async deliver(batch: readonly Noted[]): Promise<readonly (Refusal | undefined)[]> {
      if (batch[0]?.undo) {
        await undo(batch[0])
        return []
      }
      const results = await send(batch)
      batch.forEach((noted, index) => onResult(noted, results[index]!))
      return results.map(refusalOf)
    },
  }
}

function refusalOf({ result, member }: CheckInResult): Refusal | undefined {
  if (result === 'checkedIn' || result === 'alreadyCheckedIn') return undefined
  return { why: result, ...(member && { name: member.displayName }) }
}
