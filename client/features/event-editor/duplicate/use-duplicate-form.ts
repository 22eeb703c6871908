import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { EventDetails } from '#shared/events.ts'
import { eventsChanged, eventUrl } from '#client/features/events/queries.ts'
import { createOnce } from '#client/lib/create-once.ts'
import { ProblemError } from '#client/lib/request.ts'
import { type Explanation, useForm } from '#client/lib/use-form.ts'

import { type CopiesDraft, firstChoice, readCopies } from './copies.ts'

export function useDuplicateForm(event: EventDetails, onMade: (ids: readonly string[]) => void) {
  const cache = useQueryClient()
  const draft = `copies:${event.id}`
  const [initial] = useState(() => firstChoice(event, Date.now()))
  return useForm<CopiesDraft>({
    initial,
    draft,
    check(values) {
      const read = readCopies(values, event, Date.now())
      return 'errors' in read ? read.errors : {}
    },
    async submit(values) {
      const read = readCopies(values, event, Date.now())
      if ('errors' in read) throw new Error('The form was sent before it was checked.')
      const url = eventUrl(event.id, 'duplicate')
      const { ids } = await createOnce<{ ids: string[] }>(draft, url, read.duplication)
      await eventsChanged(cache)
      onMade(ids)
    },
    explain: asOfTheEvent,
  })
}

/** A copy may break a rule that its event came before: what is wrong stands in no field of this form. */
function asOfTheEvent(error: unknown): Explanation | undefined {
  if (!(error instanceof ProblemError) || !error.fields || 'startsAt' in error.fields) return undefined
  return { message: `The event cannot be copied as it is. ${Object.values(error.fields).join(' ')}` }
}
