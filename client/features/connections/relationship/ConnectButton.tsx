import { useState } from 'react'

import { Button, type ButtonVariant } from '#client/ui/Button.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import { ConnectDialog } from './ConnectDialog.tsx'
import type { Named } from './use-connection-commands.ts'

interface Props {
  member: Named
  variant?: ButtonVariant
}

export function ConnectButton({ member, variant = 'primary' }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant={variant} onClick={() => setAsking(true)}>
        <span>
          Ask<VisuallyHidden> {member.displayName}</VisuallyHidden> to connect
        </span>
      </Button>
      <ConnectDialog member={member} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}
