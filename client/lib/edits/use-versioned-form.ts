import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ProblemError } from '#client/lib/request-errors.ts'
import { explainProblem, type FieldErrors, useForm } from '#client/lib/use-form.ts'
import { useToast } from '#client/ui/toast.ts'

export interface VersionedQuery<S> {
  queryKey: readonly string[]
  queryFn: (context: { signal: AbortSignal }) => Promise<S>
}

interface Options<S, V extends { version: number }> {
  saved: VersionedQuery<S>
  /** With the version, so that a restored draft does not overwrite a later edit. */
  valuesOf: (saved: S) => V
  draft: string
  normalise?: (values: V) => V
  check?: (values: V) => FieldErrors
  send: (values: V) => Promise<S>
  /** Shown once it is saved. */
  success: string
}

/**
 * A form for what has a version: what was typed survives a reload, and what was saved on another device in the meantime is
 * never overwritten unseen; `VersionedActions` lets the person choose.
 */
export function useVersionedForm<S, V extends { version: number }>(options: Options<S, V>) {
  const { draft, normalise, check, valuesOf, success } = options
  const { queryKey } = options.saved
  const cache = useQueryClient()
  const toast = useToast()
  const { data: saved } = useSuspenseQuery(options.saved)
  const [conflicting, setConflicting] = useState<S>()

  const form = useForm<V>({
    initial: valuesOf(saved),
    draft,
    normalise,
    ...(check && { check }),
    submit: async (values) => {
      const now = await options.send(values)
      cache.setQueryData(queryKey, now)
      form.setAll(valuesOf(now))
      toast(success, { tone: 'success' })
    },
    explain: (error) => {
      if (!(error instanceof ProblemError && error.code === 'stale_version')) return undefined
      void showConflicting()
      return {}
    },
  })

  async function showConflicting() {
    try {
      const query = { ...options.saved, staleTime: 0, networkMode: 'always', retry: false } as const
      setConflicting(await cache.fetchQuery(query))
    } catch (error) {
      toast(explainProblem(error).message ?? '', { tone: 'danger' })
    }
  }

  const textOf = (values: V) => JSON.stringify({ ...(normalise?.(values) ?? values), version: 0 })

  return {
    form,
    saved,
    isSaved: textOf(form.values) === textOf(valuesOf(saved)),
    isConflicting: conflicting !== undefined,
    keepMine() {
      if (conflicting) form.setAll({ ...form.values, version: valuesOf(conflicting).version })
      setConflicting(undefined)
    },
    discard() {
      setConflicting(undefined)
      form.discard()
    },
  }
}
