import type { DecisionEdit, DryRunResult, TrialRules } from '#shared/prestige/schema.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { useAdminCommand } from '#client/modules/admin/use-admin-command.ts'
import { routeQuery } from '#client/lib/route-query.ts'

export const openDisputes = pagedQuery(['admin', 'prestige', 'disputes'], ({ cursor, signal }) =>
  request('GET /api/admin/prestige/disputes', { query: { cursor }, signal }),
)

export const closedRings = routeQuery(['admin', 'prestige', 'rings'], 'GET /api/admin/prestige/rings')

export const useDecision = (entryId: string) =>
  useAdminCommand((body: DecisionEdit) =>
    request('POST /api/admin/prestige/entries/:entryId/decision', { params: { entryId }, body }),
  )

export interface DryRunProgress {
  checked: number
  changes: DryRunResult['changes']
}

/** Repeats the request until everyone is checked. @param onProgress called after each answer */
export async function runDry(rules: TrialRules, onProgress: (progress: DryRunProgress) => void) {
  let progress: DryRunProgress = { checked: 0, changes: [] }
  let cursor: string | undefined
  do {
    const body = { rules, cursor }
    const page = await request('POST /api/admin/prestige/dry-run', { body })
    progress = {
      checked: progress.checked + page.checked,
      changes: [...progress.changes, ...page.changes],
    }
    onProgress(progress)
    cursor = page.next
  } while (cursor)
}
