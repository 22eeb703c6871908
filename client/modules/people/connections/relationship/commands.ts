import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/people/messages.ts'
import { REQUEST_COOLDOWN } from '#shared/people/connection-rules.ts'
import type { Relationship } from '#shared/people/connections.ts'
import type { MemberCard } from '#shared/people/members.ts'
import { paths } from '#shared/lib/paths.ts'
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
} from '#client/modules/people/connections/queries.ts'
import { useCommand } from '#client/lib/use-command.ts'
import type { ToastOptions } from '#client/lib/toast.ts'

export type MemberRef = Pick<MemberCard, 'id' | 'displayName' | 'former'>

const UNDOABLE: readonly ConnectionCommand[] = ['decline', 'withdraw', 'remove']

/**
 * Commands on a request or a connection. Each is confirmed by a toast, with Undo if it can be undone, and after an
 * acceptance with the way to the connection.
 */
export function useConnectionCommands(
  member: MemberRef,
  connectionId: string | undefined,
  onRemoved?: () => void | Promise<void>,
) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { run, mutate, running } = useCommand<Relationship, ConnectionCommand, (() => void) | undefined>({
    mutationKey: [CONNECTION_COMMAND, member.id],
    command: (command: ConnectionCommand) => runConnectionCommand(connectionId ?? '', command),
    onMutate: async (command) =>
      UNDOABLE.includes(command) ? updateOptimistically(cache, member.id, command) : undefined,
    done: (relationship, command) => {
      const message = successMessage(command, relationship, member.displayName)
      const action = actionAfter(command, relationship)
      return { message, tone: 'success', action }
    },
    onSuccess: async (relationship, command) => {
      if (command === 'remove') await onRemoved?.()
      await relationshipChanged(cache, relationship)
    },
    onError: (_error, _command, rollBack) => {
      rollBack?.()
      return reloadRelationship(cache, member.id)
    },
  })
  function actionAfter(
    command: ConnectionCommand,
    { connectionId: id }: Relationship,
  ): ToastOptions['action'] {
    if (UNDOABLE.includes(command)) return { label: words.undo(), onSelect: () => mutate('undo') }
    if (command !== 'accept' || !id) return undefined
    return { label: m.greet(), onSelect: () => void navigate(paths.connection(id)) }
  }
  return { run, running }
}

/** @returns the rollback */
async function updateOptimistically(cache: QueryClient, memberId: string, command: ConnectionCommand) {
  const roots = ['relationships', 'connections', 'dashboard']
  const affected = {
    predicate: ({ queryKey: [root], state }: Query) => roots.includes(String(root)) && !!state.data,
  }
  // Pending responses predate the command, and would undo the update.
  await cache.cancelQueries(affected)
  const before = cache.getQueriesData(affected)
  showRelationship(cache, {
    memberId,
    state: 'none',
    nextRequestAt: command === 'withdraw' ? new Date(Date.now() + REQUEST_COOLDOWN).toISOString() : undefined,
  })
  return () => {
    for (const [queryKey, data] of before) cache.setQueryData(queryKey, data)
  }
}

/** Called after a refusal: the relationship has changed since this page loaded it. */
export const reloadRelationship = (cache: QueryClient, memberId: string) =>
  Promise.all(
    [
      relationshipWith(memberId).queryKey,
      ['connections'],
      ['dashboard'],
      ['suggestions'],
      ['notifications'],
    ].map((queryKey) => cache.invalidateQueries({ queryKey })),
  )

function successMessage(command: ConnectionCommand, { state }: Relationship, name: string) {
  switch (command) {
    case 'accept':
      return m.nowConnected({ name })
    case 'decline':
      return m.declined({ name })
    case 'withdraw':
      return m.withdrawn({ name })
    case 'remove':
      return m.removed({ name })
    case 'undo':
      return state === 'connected' ? m.undone({ name }) : m.undoneRequest()
  }
}

const BLOCK_COMMANDS = { block, unblock }
const BLOCK_DONE = { block: m.blockDone, unblock: m.unblockDone }

/** @param onDone runs before every list of people is refetched, which may include the current screen */
export function useBlockCommands({ id, displayName }: MemberRef, onDone?: () => void | Promise<void>) {
  const cache = useQueryClient()
  return useCommand({
    mutationKey: ['blocking', id],
    command: (command: keyof typeof BLOCK_COMMANDS) => BLOCK_COMMANDS[command](id),
    done: (_, command) => BLOCK_DONE[command]({ name: displayName }),
    onSuccess: async () => {
      await onDone?.()
      await blocksChanged(cache)
    },
  })
}
