import { Link } from 'react-router-dom'

import type { InvitationState } from '#shared/invitation-rules.ts'
import type { OpenedInvitation } from '#shared/invitations.ts'
import { paths } from '#shared/paths.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Notice } from '#client/ui/Notice.tsx'

interface Props {
  invitation: OpenedInvitation | undefined
  error: Error | null
}

/** What the link is worth, for someone without an account. */
export function InvitationNotice({ invitation, error }: Props) {
  if (error instanceof ProblemError && error.status === 404)
    return (
      <Notice tone="warning" title="This invitation link doesn’t work">
        Check that you copied the whole link. If an admin has sent you a newer one, use that.
      </Notice>
    )
  if (error)
    return (
      <Notice tone="info">
        We couldn’t check your invitation right now. Create your account with the address that it was sent to.
      </Notice>
    )
  if (!invitation) return null
  if (invitation.state !== 'open') return <Closed state={invitation.state} />
  return (
    <Notice tone="success" title={`You’re invited to ${readSettings().PRODUCT_NAME}`}>
      The invitation is for {invitation.email}. If you use a different email, an admin must approve you.
    </Notice>
  )
}

const TITLES: Record<Exclude<InvitationState, 'open'>, string> = {
  expired: 'This invitation has expired',
  accepted: 'This invitation has already been used',
  revoked: 'This invitation was withdrawn',
}

const Closed = ({ state }: { state: Exclude<InvitationState, 'open'> }) => (
  <Notice tone="warning" title={TITLES[state]}>
    {state === 'accepted' ? (
      <>
        If it was you, <Link to={paths.login}>sign in</Link>.
      </>
    ) : (
      'Ask the person who invited you for a new one.'
    )}
  </Notice>
)
