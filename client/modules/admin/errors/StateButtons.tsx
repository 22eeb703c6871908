import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { ErrorGroupDetails } from '#shared/operations/error-groups.ts'
import type { ErrorState } from '#shared/operations/client-error-rules.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

import { useStateChange } from './queries.ts'

export function StateButtons({ group }: { group: ErrorGroupDetails }) {
  const change = useStateChange(group)
  const { run: set, running } = useCommand({
    command: (state: ErrorState) => change.mutateAsync({ state }),
    done: (_, state) => m.errorSaved({ state }),
  })
  const busyWith = (state: ErrorState) => running === state && words.saving()
  if (group.state !== 'open')
    return (
      <div className={patterns.actions}>
        <Button variant="secondary" busy={busyWith('open')} onClick={() => set('open')}>
          {m.errorReopen()}
        </Button>
      </div>
    )
  return (
    <Stack gap={2}>
      <div className={patterns.actions}>
        <Button busy={busyWith('resolved')} onClick={() => set('resolved')}>
          {m.errorResolve({ release: group.currentRelease })}
        </Button>
        <Button variant="secondary" busy={busyWith('ignored')} onClick={() => set('ignored')}>
          {m.errorIgnore()}
        </Button>
      </div>
      <p className={patterns.small}>{m.errorResolveHint()}</p>
    </Stack>
  )
}
