import { useEffect, useState } from 'react'

import type { EventDetails } from '#shared/events/schema.ts'
import { readDraft, removeDraft, writeDraft } from '#client/lib/storage/drafts.ts'

import { asksToJoin } from './answer/RsvpButtons.tsx'

/** The note of a request that is still to be sent. What was typed outlasts a reload. */
export function useRequestNote(event: EventDetails) {
  const draft = `note ${event.id}`
  const isSent = event.mine?.state === 'requested'
  const isNeeded = asksToJoin(event) && !isSent
  const [note, setNote] = useState(() => {
    const stored = readDraft(draft)?.['note']
    return typeof stored === 'string' ? stored : ''
  })
  useEffect(() => {
    if (isSent) removeDraft(draft)
  }, [isSent, draft])
  return {
    isNeeded,
    /** Undefined if the RSVP is no request, or changes one that was sent. */
    note: isNeeded ? note : undefined,
    write(text: string) {
      setNote(text)
      writeDraft(draft, { note: text })
    },
  }
}
