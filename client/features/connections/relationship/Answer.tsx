import { Button } from '#client/ui/Button.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import { type Named, useConnectionCommands } from './use-connection-commands.ts'

interface Props {
  member: Named
  connectionId: string | undefined
}

/** Accept or decline a request. */
export function Answer({ member, connectionId }: Props) {
  const { run, running } = useConnectionCommands(member, connectionId)
  const whose = <VisuallyHidden> the request of {member.displayName}</VisuallyHidden>
  return (
    <>
      <Button busy={running === 'accept' && 'Accepting…'} onClick={() => run('accept')}>
        <span>Accept{whose}</span>
      </Button>
      <Button variant="secondary" onClick={() => run('decline')}>
        <span>Decline{whose}</span>
      </Button>
    </>
  )
}
