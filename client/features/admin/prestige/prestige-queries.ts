import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { DecisionEdit, DisputedEntry, DryRunResult, Rings, TrialRules } from '#shared/prestige.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

export const openDisputes = pagedQuery<DisputedEntry>(
  ['admin', 'prestige', 'disputes'],
  '/api/admin/prestige/disputes',
)

export const closedRings = queryOptions({
  queryKey: ['admin', 'prestige', 'rings'],
  queryFn: ({ signal }) => request<Rings>('/api/admin/prestige/rings', { signal }),
})

export function useDecision(entryId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: DecisionEdit) =>
      request(`/api/admin/prestige/entries/${encodeURIComponent(entryId)}/decision`, {
        method: 'POST',
        body,
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['admin'] }),
  })
}

export interface DryRunProgress {
  checked: number
  changes: DryRunResult['changes']
}

/** Asks until everyone is checked. @param onProgress called after each answer */
export async function runDry(rules: TrialRules, onProgress: (progress: DryRunProgress) => void) {
  let progress: DryRunProgress = { checked: 0, changes: [] }
  let cursor: string | undefined
  do {
    const body = { rules, ...(cursor && { cursor }) }
    const page = await request<DryRunResult>('/api/admin/prestige/dry-run', { method: 'POST', body })
    progress = {
      checked: progress.checked + page.checked,
      changes: [...progress.changes, ...page.changes],
    }
    onProgress(progress)
    cursor = page.next
  } while (cursor)
}
