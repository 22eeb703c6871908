import { useMutation, useQueryClient } from '@tanstack/react-query'

import { explainProblem } from '#client/lib/use-form.ts'
import { useToast } from '#client/ui/toast.ts'
import { block, blocksChanged, unblock } from '#client/features/connections/queries.ts'

import type { Named } from './use-connection-commands.ts'

const COMMANDS = { block, unblock }

/** @param onDone before everything that shows people is fetched anew, of which the place itself may be a part */
export function useBlocking({ id, displayName }: Named, onDone?: () => void | Promise<void>) {
  const cache = useQueryClient()
  const toast = useToast()
  const mutationKey = ['blocking', id]
  const blocking = useMutation({
    mutationKey,
    mutationFn: (command: keyof typeof COMMANDS) => COMMANDS[command](id),
    onSuccess: async (_, command) => {
      await onDone?.()
      toast(`${displayName} is ${command}ed.`, { tone: 'success' })
      await blocksChanged(cache)
    },
    onError: (error) => toast(explainProblem(error).message ?? '', { tone: 'danger' }),
  })
  return {
    isPending: blocking.isPending,
    run(command: keyof typeof COMMANDS) {
      if (cache.isMutating({ mutationKey }) === 0) blocking.mutate(command)
    },
  }
}
