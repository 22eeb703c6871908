import { Button } from '#client/ui/Button.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import { type Named, useConnectionCommands } from './use-connection-commands.ts'

export function Withdraw({ member, connectionId }: { member: Named; connectionId: string | undefined }) {
  const { run } = useConnectionCommands(member, connectionId)
  return (
    <Button variant="secondary" onClick={() => run('withdraw')}>
      <span>
        Withdraw<VisuallyHidden> the request to {member.displayName}</VisuallyHidden>
      </span>
    </Button>
  )
}
