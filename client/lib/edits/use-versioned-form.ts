import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import type { FieldErrors } from '#client/lib/explain-problem.ts'
import { useToast } from '#client/lib/toast.ts'

import type { Base } from './saving.ts'
import { useEditForm } from './use-edit-form.ts'

export interface VersionedQuery<S> {
  queryKey: readonly string[]
  queryFn: (context: { signal: AbortSignal }) => Promise<S>
}

interface Options<S extends { version: number }, E extends object> {
  saved: VersionedQuery<S>
  /** The part of the data that the form edits. */
  editOf: (saved: S) => E
  draft: string
  normalise?: (edit: E) => E
  check?: (edit: E) => FieldErrors
  send: (edit: E, version: number) => Promise<S>
  /** Shown after saving. */
  success: string
}

/** An edit form that stays open, for data that one query has loaded. */
export function useVersionedForm<S extends { version: number }, E extends object>(options: Options<S, E>) {
  const { draft, normalise, check = noErrors, editOf, send, success } = options
  const cache = useQueryClient()
  const toast = useToast()
  const { data: saved } = useSuspenseQuery(options.saved)
  const baseOf = (state: S): Base<E> => ({ version: state.version, edit: editOf(state) })

  const editing = useEditForm<E, E, S>({
    draft,
    present: baseOf(saved),
    valuesOf: (edit) => edit,
    editOf: (edit) => edit,
    check,
    normalise,
    send,
    reload: async () => {
      const query = { ...options.saved, staleTime: 0, networkMode: 'always', retry: false } as const
      return baseOf(await cache.fetchQuery(query))
    },
    onSaved: async (now) => {
      cache.setQueryData(options.saved.queryKey, now)
      toast(success, { tone: 'success' })
      return baseOf(now)
    },
  })

  const textOf = (edit: E) => JSON.stringify(normalise?.(edit) ?? edit)
  return { ...editing, saved, isSaved: textOf(editing.form.values) === textOf(editOf(saved)) }
}

const noErrors = () => ({})
