import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

import { REQUEST_COOLDOWN } from '#shared/connection-rules.ts'
import type { Relationship } from '#shared/connections.ts'
import type { MemberCard } from '#shared/members.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { useToast } from '#client/ui/toast.ts'
import {
  SETTLING,
  type Settling,
  settle,
  showRelationship,
  relationshipChanged,
  relationshipWith,
} from '#client/features/connections/queries.ts'

export type Named = Pick<MemberCard, 'id' | 'displayName'>

const UNDOABLE: readonly Settling[] = ['decline', 'withdraw', 'remove']

/** What one can do about a request or a connection, told in passing and taken back from there. */
export function useConnectionCommands(
  member: Named,
  connectionId: string | undefined,
  onRemoved?: () => void | Promise<void>,
) {
  const cache = useQueryClient()
  const toast = useToast()
  const mutationKey = [SETTLING, member.id]

  const settling = useMutation({
    mutationKey,
    mutationFn: (act: Settling) => settle(connectionId ?? '', act),
    onMutate: (act) => (UNDOABLE.includes(act) ? foresee(cache, member.id, act) : undefined),
    onSuccess: async (relationship, act) => {
      if (act === 'remove') await onRemoved?.()
      toast(wordsFor(act, relationship, member.displayName), {
        tone: 'success',
        ...(UNDOABLE.includes(act) && { action: { label: 'Undo', onSelect: () => run('undo') } }),
      })
      await relationshipChanged(cache, relationship)
    },
    onError: (error, _act, restore) => {
      restore?.()
      toast(explainProblem(error).message ?? '', { tone: 'danger' })
      return reload(cache, member.id)
    },
  })

  function run(act: Settling) {
    // State is one render late: two quick presses would both find nothing under way.
    if (cache.isMutating({ mutationKey }) === 0) settling.mutate(act)
  }

  return { run, running: settling.isPending ? settling.variables : undefined }
}

/** Shows the outcome before the server has said so; the answer puts it back if it is no. */
async function foresee(cache: QueryClient, memberId: string, act: Settling) {
  const touched = ['relationships', 'connections', 'dashboard']
  const shown = {
    predicate: ({ queryKey: [root], state }: Query) => touched.includes(String(root)) && !!state.data,
  }
  // Answers on their way are from before, and would undo it.
  await cache.cancelQueries(shown)
  const before = cache.getQueriesData(shown)
  showRelationship(cache, {
    memberId,
    state: 'none',
    ...(act === 'withdraw' && { nextRequestAt: new Date(Date.now() + REQUEST_COOLDOWN).toISOString() }),
  })
  return () => {
    for (const [queryKey, data] of before) cache.setQueryData(queryKey, data)
  }
}

/** After a refusal: the two stand otherwise than this page had thought. */
export const reload = (cache: QueryClient, memberId: string) =>
  Promise.all(
    [relationshipWith(memberId).queryKey, ['connections'], ['dashboard'], ['introductions']].map((queryKey) =>
      cache.invalidateQueries({ queryKey }),
    ),
  )

function wordsFor(act: Settling, { state }: Relationship, name: string) {
  switch (act) {
    case 'accept':
      return `You and ${name} are connected.`
    case 'decline':
      return `You declined. ${name} is not told.`
    case 'withdraw':
      return `Your request to ${name} is withdrawn.`
    case 'remove':
      return `${name} is no longer among your connections, and is not told.`
    case 'undo':
      return state === 'connected' ? `You and ${name} are connected as before.` : 'Taken back.'
  }
}
