import { Button } from '#client/ui/Button.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import { type MemberRef, useConnectionCommands } from './commands.ts'
import styles from './relationship.module.css'

interface Props {
  member: MemberRef
  connectionId: string | undefined
}

/** Accept or decline a received request. */
export function RespondButtons({ member, connectionId }: Props) {
  const { run, running } = useConnectionCommands(member, connectionId)
  const whose = <VisuallyHidden> request from {member.displayName}</VisuallyHidden>
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

export function WithdrawButton({ member, connectionId }: Props) {
  const { run } = useConnectionCommands(member, connectionId)
  return (
    <Button variant="secondary" onClick={() => run('withdraw')}>
      <span>
        Withdraw request<VisuallyHidden> to {member.displayName}</VisuallyHidden>
      </span>
    </Button>
  )
}

/** The note of a request; most have none. */
export const RequestNote = ({ children }: { children: string | undefined }) =>
  children ? <blockquote className={styles.note}>{children}</blockquote> : null
