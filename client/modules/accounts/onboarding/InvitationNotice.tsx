import * as m from '#shared/accounts/messages.ts'
import type { InvitationState } from '#shared/accounts/invitation-rules.ts'
import type { OpenedInvitation } from '#shared/accounts/invitations.ts'
import { paths } from '#shared/lib/paths.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Notice } from '#client/ui/Notice.tsx'
import { linkTo } from '#client/ui/link-to.tsx'
import { rich } from '#client/ui/rich.tsx'

interface Props {
  invitation: OpenedInvitation | undefined
  error: Error | null
}

/** Explains the link's benefit to a person without an account. */
export function InvitationNotice({ invitation, error }: Props) {
  if (error instanceof ProblemError && error.status === 404)
    return (
      <Notice tone="warning" title={m.invitationBroken()}>
        {m.invitationBrokenText()}
      </Notice>
    )
  if (error) return <Notice tone="info">{m.invitationUnchecked()}</Notice>
  if (!invitation) return null
  if (invitation.state !== 'open') return <Closed state={invitation.state} />
  return (
    <Notice tone="success" title={m.invitationOpen({ product: readSettings().PRODUCT_NAME })}>
      {m.invitationOpenText({
        email: invitation.email ?? '',
        others: invitation.otherAddresses ?? 'approval',
      })}
    </Notice>
  )
}

const TITLES: Record<Exclude<InvitationState, 'open'>, () => string> = {
  expired: m.invitationExpired,
  accepted: m.invitationUsed,
  revoked: m.invitationRevoked,
}

const Closed = ({ state }: { state: Exclude<InvitationState, 'open'> }) => (
  <Notice tone="warning" title={TITLES[state]()}>
    {state === 'accepted' ? rich(m.invitationWasYou({ link: linkTo(paths.login) })) : m.invitationAskAgain()}
  </Notice>
)
