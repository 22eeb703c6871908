import * as m from '#shared/people/messages.ts'
import { Button, type ButtonVariant } from '#client/ui/Button.tsx'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'

import { type MemberRef, useConnectionCommands } from './commands.ts'

interface Props {
  member: MemberRef
  connectionId: string | undefined
}

/** Accepts or declines a received request. Several in a list are `secondary`. */
export function RespondButtons({ member, connectionId, variant }: Props & { variant?: ButtonVariant }) {
  const { run, running } = useConnectionCommands(member, connectionId)
  const whose = { name: member.displayName, hidden }
  return (
    <>
      <Button variant={variant} busy={running === 'accept' && m.accepting()} onClick={() => run('accept')}>
        <span>{rich(m.accept(whose))}</span>
      </Button>
      <Button variant="quiet" onClick={() => run('decline')}>
        <span>{rich(m.decline(whose))}</span>
      </Button>
    </>
  )
}

export function WithdrawButton({ member, connectionId }: Props) {
  const { run } = useConnectionCommands(member, connectionId)
  return (
    <Button variant="secondary" onClick={() => run('withdraw')}>
      <span>{rich(m.withdraw({ name: member.displayName, hidden }))}</span>
    </Button>
  )
}

/** The note of a request; most have none. */
export const RequestNote = ({ children }: { children: string | undefined }) =>
  children ? <blockquote className={patterns.quote}>{children}</blockquote> : null
