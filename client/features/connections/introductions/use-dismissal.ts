import { useMutation, useQueryClient } from '@tanstack/react-query'

import { explainProblem } from '#client/lib/use-form.ts'
import { useToast } from '#client/ui/toast.ts'
import type { Named } from '#client/features/connections/relationship/use-connection-commands.ts'

import { dismiss, introductionsChanged, suggestAgain } from './queries.ts'

const COMMANDS = { dismiss, suggestAgain }

/** The person stays in sight until the next one is there to take the place. */
export function useDismissal({ id, displayName }: Named) {
  const cache = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: (command: keyof typeof COMMANDS) => COMMANDS[command](id),
    onSuccess: (_, command) => {
      if (command === 'dismiss')
        toast(`${displayName} is not suggested again.`, {
          action: { label: 'Undo', onSelect: () => mutation.mutate('suggestAgain') },
        })
      return introductionsChanged(cache)
    },
    onError: (error) => toast(explainProblem(error).message ?? '', { tone: 'danger' }),
  })
  return { isPending: mutation.isPending, dismiss: () => mutation.mutate('dismiss') }
}
