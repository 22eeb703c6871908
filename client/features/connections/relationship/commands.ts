import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

import { REQUEST_COOLDOWN } from '#shared/connection-rules.ts'
import type { Relationship } from '#shared/connections.ts'
import type { MemberCard } from '#shared/members.ts'
import {
  block,
  blocksChanged,
  CONNECTION_COMMAND,
  type ConnectionCommand,
  runConnectionCommand,
  showRelationship,
  relationshipChanged,
  relationshipWith,
  unblock,
} from '#client/features/connections/queries.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { useToast } from '#client/ui/toast.ts'

export type MemberRef = Pick<MemberCard, 'id' | 'displayName' | 'former'>

const UNDOABLE: readonly ConnectionCommand[] = ['decline', 'withdraw', 'remove']

/** Commands on a request or a connection. Each is confirmed by a toast, which offers Undo where there is one. */
export function useConnectionCommands(
  member: MemberRef,
  connectionId: string | undefined,
  onRemoved?: () => void | Promise<void>,
) {
  const cache = useQueryClient()
  const toast = useToast()
  const mutationKey = [CONNECTION_COMMAND, member.id]

  const mutation = useMutation({
    mutationKey,
    mutationFn: (command: ConnectionCommand) => runConnectionCommand(connectionId ?? '', command),
    onMutate: (command) =>
      UNDOABLE.includes(command) ? updateOptimistically(cache, member.id, command) : undefined,
    onSuccess: async (relationship, command) => {
      if (command === 'remove') await onRemoved?.()
      toast(successMessage(command, relationship, member.displayName), {
        tone: 'success',
        ...(UNDOABLE.includes(command) && { action: { label: 'Undo', onSelect: () => run('undo') } }),
      })
      await relationshipChanged(cache, relationship)
    },
    onError: (error, _command, rollBack) => {
      rollBack?.()
      toast(explainProblem(error).message ?? '', { tone: 'danger' })
      return reloadRelationship(cache, member.id)
    },
  })

  function run(command: ConnectionCommand) {
    // State is one render late: two quick presses would both see no command running.
    if (cache.isMutating({ mutationKey }) === 0) mutation.mutate(command)
  }

  return { run, running: mutation.isPending ? mutation.variables : undefined }
}

/** @returns the rollback */
async function updateOptimistically(cache: QueryClient, memberId: string, command: ConnectionCommand) {
  const roots = ['relationships', 'connections', 'dashboard']
  const affected = {
    predicate: ({ queryKey: [root], state }: Query) => roots.includes(String(root)) && !!state.data,
  }
  // Responses under way predate the command, and would undo the update.
  await cache.cancelQueries(affected)
  const before = cache.getQueriesData(affected)
  showRelationship(cache, {
    memberId,
    state: 'none',
    ...(command === 'withdraw' && { nextRequestAt: new Date(Date.now() + REQUEST_COOLDOWN).toISOString() }),
  })
  return () => {
    for (const [queryKey, data] of before) cache.setQueryData(queryKey, data)
  }
}

/** After a refusal: the relationship is not what this page had shown. */
export const reloadRelationship = (cache: QueryClient, memberId: string) =>
  Promise.all(
    [
      relationshipWith(memberId).queryKey,
      ['connections'],
      ['dashboard'],
      ['introductions'],
      ['notifications'],
    ].map((queryKey) => cache.invalidateQueries({ queryKey })),
  )

function successMessage(command: ConnectionCommand, { state }: Relationship, name: string) {
  switch (command) {
    case 'accept':
      return `You and ${name} are now connected.`
    case 'decline':
      return `Request declined. ${name} won’t be notified.`
    case 'withdraw':
      return `Request to ${name} withdrawn.`
    case 'remove':
      return `Connection removed. ${name} won’t be notified.`
    case 'undo':
      return state === 'connected' ? `You and ${name} are connected again.` : 'Request restored.'
  }
}

const BLOCK_COMMANDS = { block, unblock }

/** @param onDone runs before every list of people is refetched, of which the current screen may be one */
export function useBlockCommands({ id, displayName }: MemberRef, onDone?: () => void | Promise<void>) {
  const cache = useQueryClient()
  const toast = useToast()
  const mutationKey = ['blocking', id]
  const mutation = useMutation({
    mutationKey,
    mutationFn: (command: keyof typeof BLOCK_COMMANDS) => BLOCK_COMMANDS[command](id),
    onSuccess: async (_, command) => {
      await onDone?.()
      toast(`You ${command}ed ${displayName}.`, { tone: 'success' })
      await blocksChanged(cache)
    },
    onError: (error) => toast(explainProblem(error).message ?? '', { tone: 'danger' }),
  })
  return {
    isPending: mutation.isPending,
    run(command: keyof typeof BLOCK_COMMANDS) {
      if (cache.isMutating({ mutationKey }) === 0) mutation.mutate(command)
    },
  }
}
