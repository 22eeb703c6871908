import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { INVITATION_LIFETIME } from '#shared/accounts/invitation-rules.ts'
import type { InvitationEmail, ListedInvitation } from '#shared/accounts/invitations.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { CopyField } from '#client/ui/form/CopyField.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { rich } from '#client/ui/rich.tsx'

import styles from './invitations.module.css'
import { linkOf, useApproval, useResend, useRevoke } from './queries.ts'

interface Props {
  invitation: ListedInvitation
  sendsEmail: boolean
}

export function InvitationRow({ invitation, sendsEmail }: Props) {
  const { email, displayName, state, sentAt, expiresAt, sentByName, request, emailed } = invitation
  return (
    <tr>
      <th scope="row">{email}</th>
      <td>{displayName ?? '–'}</td>
      <td>
        {m.invitationState({ state })}
        {state === 'open' && (
          <span className={styles.detail}>
            {rich(m.invitationUntil({ date: <DateOf at={expiresAt} /> }))}
          </span>
        )}
        {state === 'open' && request?.approval === 'waiting' && <Approval invitation={invitation} />}
      </td>
      <td>
        <DateOf at={sentAt} />
        {emailed && <Emailed {...emailed} />}
      </td>
      <td>{sentByName}</td>
      <td>
        <Actions invitation={invitation} sendsEmail={sendsEmail} />
      </td>
    </tr>
  )
}

const Emailed = ({ state, reason }: InvitationEmail) => (
  <span className={classNames(styles.detail, state !== 'sent' && state !== 'queued' && styles.problem)}>
    {reason
      ? words.labelled({ label: m.invitationEmail({ state }), value: reason })
      : m.invitationEmail({ state })}
  </span>
)

function Actions({ invitation, sendsEmail }: Props) {
  const { id, version, email, state } = invitation
  // Sends an email again; without email, the link only works for longer.
  const how = state === 'open' ? (sendsEmail ? 'send' : 'extend') : 'invite'
  const [sending, revoking] = [useResend(), useRevoke()]
  const [link, setLink] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const copy = useCommand({ command: () => linkOf(id), onSuccess: setLink })
  const resend = useCommand({
    command: () => sending.mutateAsync({ id, version }),
    done: sendsEmail
      ? m.invitationResentEmail({ days: INVITATION_LIFETIME / DAY })
      : m.invitationResent({ days: INVITATION_LIFETIME / DAY }),
  })
  const revoke = useCommand({
    command: () => revoking.mutateAsync({ id, version }),
    done: m.invitationRevoked(),
    onSettled: () => setAsking(false),
  })
  if (state === 'accepted') return null
  return (
    <div className={styles.actions}>
      {state === 'open' && (
        <Button variant="quiet" aria-label={m.invitationCopyFor({ email })} onClick={() => copy.run()}>
          {m.invitationCopy()}
        </Button>
      )}
      <Button
        variant="quiet"
        aria-label={m.invitationAgainTo({ how, email })}
        busy={resend.isPending && words.sending()}
        onClick={() => resend.run()}
      >
        {m.invitationAgain({ how })}
      </Button>
      {state !== 'revoked' && (
        <Button variant="quiet" aria-label={m.invitationRevokeOf({ email })} onClick={() => setAsking(true)}>
          {m.invitationRevoke()}
        </Button>
      )}
      <Dialog open={link !== undefined} onClose={() => setLink(undefined)} title={m.invitationLinkTitle()}>
        <Stack gap={3}>
          <p>{m.invitationLinkText({ email })}</p>
          <CopyField label={m.invitationLink()} name="link" value={link ?? ''} />
        </Stack>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        title={m.invitationRevokeQuestion()}
        confirm={m.invitationRevokeNow()}
        danger
        busy={revoke.isPending && m.invitationRevoking()}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.run()}
      >
        <p>{m.invitationRevokeText({ email })}</p>
      </ConfirmDialog>
    </div>
  )
}

function Approval({ invitation: { id, version, request } }: { invitation: ListedInvitation }) {
  const approval = useApproval()
  const { memberId = '', email = '' } = request ?? {}
  const { run: decide } = useCommand({
    command: (grant: boolean) => approval.mutateAsync({ id, version, memberId, grant }),
    done: (_, grant) => (grant ? m.invitationGranted({ email }) : m.invitationRefused()),
  })
  if (!request) return null
  return (
    <div className={styles.approval}>
      <p>{m.invitationAsks({ email })}</p>
      <div className={patterns.actions}>
        <Button variant="secondary" aria-label={m.invitationGrantOf({ email })} onClick={() => decide(true)}>
          {m.invitationGrant()}
        </Button>
        <Button variant="quiet" aria-label={m.invitationRefuseOf({ email })} onClick={() => decide(false)}>
          {m.invitationRefuse()}
        </Button>
      </div>
    </div>
  )
}
