import { useState } from 'react'

import type { InvitationEmail, ListedInvitation } from '#shared/invitations.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { CopyField } from '#client/ui/CopyField.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/ui/toast.ts'

import styles from './invitations.module.css'
import { linkOf, useConsent, useResend, useRevoke } from './queries.ts'
import { STATE_LABELS } from './state-labels.ts'

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
        {STATE_LABELS[state]}
        {state === 'open' && (
          <span className={styles.detail}>
            until <DateOf at={expiresAt} />
          </span>
        )}
        {state === 'open' && request?.consent === 'waiting' && <Consent invitation={invitation} />}
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

const EMAIL_LABELS: Record<InvitationEmail['state'], string> = {
  queued: 'Email waiting to be sent',
  sent: 'Emailed',
  refused: 'Email refused',
  failed: 'Email failed',
  unknown: 'Email may not have arrived',
}

const Emailed = ({ state, reason }: InvitationEmail) => (
  <span className={classNames(styles.detail, state !== 'sent' && state !== 'queued' && styles.problem)}>
    {EMAIL_LABELS[state]}
    {reason && `: ${reason}`}
  </span>
)

function Actions({ invitation, sendsEmail }: Props) {
  const { id, version, email, state } = invitation
  // An email is sent again; without one, the link only works for longer.
  const again = state === 'open' ? (sendsEmail ? 'Send again' : 'Extend') : 'Invite again'
  const [resend, revoke] = [useResend(), useRevoke()]
  const [link, setLink] = useState<string>()
  const [isRevoking, setRevoking] = useState(false)
  const attempt = useAttempt()
  if (state === 'accepted') return null
  return (
    <div className={styles.actions}>
      {state === 'open' && (
        <Button
          variant="quiet"
          aria-label={`Copy link for ${email}`}
          onClick={() => void attempt(async () => setLink(await linkOf(id)))}
        >
          Copy link
        </Button>
      )}
      <Button
        variant="quiet"
        aria-label={`${again}: ${email}`}
        busy={resend.isPending && 'Sending…'}
        onClick={() =>
          void attempt(
            () => resend.mutateAsync({ id, version }),
            sendsEmail
              ? 'An email is on the way. The link works for another 14 days.'
              : 'The link works for another 14 days.',
          )
        }
      >
        {again}
      </Button>
      {state !== 'revoked' && (
        <Button variant="quiet" aria-label={`Revoke: ${email}`} onClick={() => setRevoking(true)}>
          Revoke
        </Button>
      )}
      <Dialog open={link !== undefined} onClose={() => setLink(undefined)} title="Invitation link">
        <Stack gap={3}>
          <p>It’s for {email} only. Send it to nobody else.</p>
          <CopyField label="Link" name="link" value={link ?? ''} />
        </Stack>
      </Dialog>
      <Dialog
        open={isRevoking}
        onClose={() => setRevoking(false)}
        title="Revoke this invitation?"
        actions={
          <>
            <Button variant="secondary" onClick={() => setRevoking(false)}>
              Keep it
            </Button>
            <Button
              variant="danger"
              busy={revoke.isPending && 'Revoking…'}
              onClick={() =>
                void attempt(() => revoke.mutateAsync({ id, version }), 'Invitation revoked.').then(() =>
                  setRevoking(false),
                )
              }
            >
              Revoke invitation
            </Button>
          </>
        }
      >
        <p>
          The link of {email} stops working, and the imported profile is deleted. You can invite them again.
        </p>
      </Dialog>
    </div>
  )
}

function Consent({ invitation: { id, version, request } }: { invitation: ListedInvitation }) {
  const consent = useConsent()
  const attempt = useAttempt()
  if (!request) return null
  const decide = (grant: boolean, done: string) =>
    void attempt(() => consent.mutateAsync({ id, version, memberId: request.memberId, grant }), done)
  return (
    <div className={styles.consent}>
      <p>{request.email} asks to join with this invitation.</p>
      <div className={patterns.actions}>
        <Button
          variant="secondary"
          aria-label={`Let ${request.email} join`}
          onClick={() => decide(true, `${request.email} can join now.`)}
        >
          Let them join
        </Button>
        <Button
          variant="quiet"
          aria-label={`Refuse ${request.email}`}
          onClick={() => decide(false, 'Request refused.')}
        >
          Refuse
        </Button>
      </div>
    </div>
  )
}

/** Runs a command, and says in passing how it ended. */
function useAttempt() {
  const toast = useToast()
  return async (command: () => Promise<unknown>, done?: string) => {
    try {
      await command()
      if (done) toast(done, { tone: 'success' })
    } catch (error) {
      toast(explainProblem(error).message ?? '', { tone: 'danger' })
    }
  }
}
