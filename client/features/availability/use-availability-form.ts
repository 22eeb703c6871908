import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Availability } from '#shared/availability.ts'
import { availabilityErrors, sortedHours } from '#shared/availability-rules.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { explainProblem, useForm } from '#client/lib/use-form.ts'
import { useToast } from '#client/ui/toast.ts'

import { availability, saveAvailability } from './queries.ts'

// With the version, so that a restored draft does not overwrite a later edit.
const valuesOf = ({ windows, daysOff, version }: Availability) => ({ windows, daysOff, version })

/** What was typed survives a reload; what was saved on another device in the meantime is never overwritten unseen. */
export function useAvailabilityForm() {
  const cache = useQueryClient()
  const toast = useToast()
  const { data: saved } = useSuspenseQuery(availability)
  const [conflicting, setConflicting] = useState<Availability>()

  const form = useForm({
    initial: valuesOf(saved),
    draft: 'availability',
    normalise: (values) => ({ ...values, ...sortedHours(values) }),
    check: availabilityErrors,
    submit: async ({ version, ...edit }) => {
      const now = await saveAvailability(edit, version)
      cache.setQueryData(availability.queryKey, now)
      form.setAll(valuesOf(now))
      toast('Availability saved.', { tone: 'success' })
    },
    explain: (error) => {
      if (!(error instanceof ProblemError && error.code === 'stale_version')) return undefined
      void showConflicting()
      return {}
    },
  })
  const hours = JSON.stringify(sortedHours(form.values))

  async function showConflicting() {
    try {
      const query = { ...availability, staleTime: 0, networkMode: 'always', retry: false } as const
      setConflicting(await cache.fetchQuery(query))
    } catch (error) {
      toast(explainProblem(error).message ?? '', { tone: 'danger' })
    }
  }

  return {
    form,
    /** Nothing set yet: what is shown are the usual hours. */
    isUnset: saved.version === 0,
    isSaved: hours === JSON.stringify(sortedHours(saved)),
    isConflicting: conflicting !== undefined,
    keepMine() {
      if (conflicting) form.set('version', conflicting.version)
      setConflicting(undefined)
    },
    discard() {
      setConflicting(undefined)
      form.discard()
    },
  }
}

export type AvailabilityForm = ReturnType<typeof useAvailabilityForm>['form']
