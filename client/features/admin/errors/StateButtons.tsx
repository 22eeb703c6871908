import type { ErrorGroupDetails } from '#shared/client-error-groups.ts'
import type { ErrorState } from '#shared/client-error-rules.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/ui/toast.ts'

import { useStateChange } from './queries.ts'

const DONE: Record<ErrorState, string> = { open: 'Reopened.', resolved: 'Resolved.', ignored: 'Ignored.' }

export function StateButtons({ group }: { group: ErrorGroupDetails }) {
  const change = useStateChange(group)
  const toast = useToast()
  const set = (state: ErrorState) =>
    change.mutate(
      { state },
      {
        onSuccess: () => toast(DONE[state], { tone: 'success' }),
        onError: (error) => toast(explainProblem(error).message ?? '', { tone: 'danger' }),
      },
    )
  const busyWith = (state: ErrorState) =>
    change.isPending && change.variables.state === state ? 'Saving…' : false
  if (group.state !== 'open')
    return (
      <div className={patterns.actions}>
        <Button variant="secondary" busy={busyWith('open')} onClick={() => set('open')}>
          Reopen
        </Button>
      </div>
    )
  return (
    <Stack gap={2}>
      <div className={patterns.actions}>
        <Button busy={busyWith('resolved')} onClick={() => set('resolved')}>
          Resolve in {group.currentRelease}
        </Button>
        <Button variant="secondary" busy={busyWith('ignored')} onClick={() => set('ignored')}>
          Ignore
        </Button>
      </div>
      <p className={patterns.small}>
        A resolved error reopens when it is seen in a newer release, and admins are notified.
      </p>
    </Stack>
  )
}
