import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { EventDetails } from '#shared/events.ts'
import { saveFile } from '#client/lib/files.ts'

import { eventUrl } from '#client/features/events/queries.ts'
import { request } from '#client/lib/request.ts'

/** Fetched by the page, not by a link: where there is no file, the reason stands on the screen. */
export function useRosterFile({ id, title }: EventDetails) {
  const cache = useQueryClient()
  const mutationKey = ['roster-file', id]
  const { mutate, isPending, error } = useMutation({
    mutationKey,
    mutationFn: () => request<Blob>(eventUrl(id, 'roster.csv'), { file: 'text/csv' }),
    onSuccess: (content) => saveFile(`${title}.csv`, content),
  })
  return {
    // State is one render late: two quick presses would both find nothing under way.
    download: () => cache.isMutating({ mutationKey }) === 0 && mutate(),
    isPreparing: isPending,
    error,
  }
}
