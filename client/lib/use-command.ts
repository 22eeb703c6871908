import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

import { explainProblem } from './explain-problem.ts'

import { type ToastOptions, useToast } from './toast.ts'
import { SignInDeclined } from './recent-sign-in.ts'

type Message = string | (ToastOptions & { message: string }) | undefined

interface Options<Input, Result, Before> extends UseMutationOptions<Result, Error, Input, Before> {
  command: (input: Input) => Promise<Result>
  /** Text of the toast on success. */
  done?: string | ((result: Result, input: Input) => Message)
  /** The caller shows `error` where the button is, such as in a dialog, which would cover a toast. */
  showsError?: boolean
}

/**
 * A command that a button runs. A toast confirms success, and the reason of a failure is shown. A second press while it
 * runs does nothing. With a `mutationKey`, so does a press of any button that runs a command of this key. What is passed
 * to `mutate` instead, such as Undo while lists are still refetched, runs as soon as the running command has ended.
 */
export function useCommand<Result = void, Input = void, Before = unknown>({
  command,
  done,
  showsError = false,
  ...options
}: Options<Input, Result, Before>) {
  const cache = useQueryClient()
  const toast = useToast()
  const id = useId()
  const mutationKey = options.mutationKey ?? [id]
  const mutation = useMutation<Result, Error, Input, Before>({
    ...options,
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: command,
    onSuccess(result, input, ...rest) {
      const message = typeof done === 'function' ? done(result, input) : done
      if (typeof message === 'string') toast(message, { tone: 'success' })
      else if (message) toast(message.message, message)
      return options.onSuccess?.(result, input, ...rest)
    },
    onError(error, ...rest) {
      // Declining is no failure.
      if (error instanceof SignInDeclined && !showsError) toast(error.message)
      else if (!showsError) toast(explainProblem(error).message ?? '', { tone: 'danger' })
      return options.onError?.(error, ...rest)
    },
  })
  return {
    ...mutation,
    run(input: Input) {
      // State is one render late: the second click of a double click would find nothing pending.
      if (cache.isMutating({ mutationKey }) === 0) mutation.mutate(input)
    },
    /** Input of the running command; undefined while none runs. */
    running: mutation.isPending ? mutation.variables : undefined,
  }
}
