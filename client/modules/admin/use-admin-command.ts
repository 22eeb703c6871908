import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useAuth } from '#client/lib/auth/auth.tsx'
import { useRecentSignIn } from '#client/lib/recent-sign-in.ts'
import { ProblemError } from '#client/lib/request-errors.ts'

/** The person is no longer an admin. */
const isRoleRefusal = (error: unknown) => error instanceof ProblemError && error.code === 'role_required'

/**
 * A command of the admin area, after which all its data is refetched. Asks for a sign-in if it needs a recent one.
 * For a person who has lost the role meanwhile, the 403 screen replaces the page.
 */
export function useAdminCommand<Input, Result>(command: (input: Input) => Promise<Result>) {
  const cache = useQueryClient()
  const { refresh } = useAuth()
  const withRecentSignIn = useRecentSignIn()
  return useMutation({
    mutationFn: (input: Input) => withRecentSignIn(() => command(input)),
    onSettled: () => cache.invalidateQueries({ queryKey: ['admin'] }),
    // Removes the admin area from the menu. If the server is unreachable, it is retried automatically.
    async onError(failure) {
      if (isRoleRefusal(failure)) await refresh().catch(() => undefined)
    },
    throwOnError: isRoleRefusal,
  })
}
