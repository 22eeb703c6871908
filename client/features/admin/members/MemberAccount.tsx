import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { AdminMember } from '#shared/admin-members.ts'
import { adminPath } from '#shared/admin-paths.ts'
import type { MembershipActionKind } from '#shared/membership-actions.ts'
import { paths } from '#shared/paths.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import { AuditTable } from '#client/features/admin/audit/AuditTable.tsx'
import { ACTION_VERBS, ROLE_LABELS, STATUS_LABELS } from '#client/features/admin/labels.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { DateOf, LastDay } from '#client/lib/time/Time.tsx'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/patterns.module.css'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/ui/toast.ts'

import { ActionForm } from './ActionForm.tsx'
import styles from './members.module.css'
import { memberAccount, memberHistory, useMembershipAction, useSignOutMember } from './queries.ts'

/** A member's account. Opening it is recorded, and in the member's own data. */
export function MemberAccount({ memberId }: { memberId: string }) {
  const { data: member } = useSuspenseQuery(memberAccount(memberId))
  const name = member.status === 'former' ? FORMER_MEMBER : member.displayName || 'No name yet'
  return (
    <Stack gap={6}>
      <p>
        <Link to={adminPath('members')}>All members</Link>
      </p>
      <Card title={name} aria-label="Account">
        <Stack gap={4}>
          <p className={patterns.muted}>
            {[member.headline, member.company].filter(Boolean).join(' · ') || 'No headline yet'}
          </p>
          <AccountFacts member={member} />
          <Actions member={member} name={name} />
        </Stack>
      </Card>
      <History memberId={memberId} />
    </Stack>
  )
}

const AccountFacts = ({ member }: { member: AdminMember }) => (
  <Facts>
    <Fact name="Status">
      {STATUS_LABELS[member.status]}
      {member.suspendedUntil && (
        <>
          {', last day '}
          <LastDay end={member.suspendedUntil} />
        </>
      )}
    </Fact>
    <Fact name="Reason">{member.statusReason}</Fact>
    <Fact name="Role">{ROLE_LABELS[member.role]}</Fact>
    <Fact name="Email">{member.email}</Fact>
    <Fact name="Joined">
      <DateOf at={member.joinedAt} />
    </Fact>
    <Fact name="Onboarding">
      {member.onboardedAt ? (
        <>
          Finished <DateOf at={member.onboardedAt} />
        </>
      ) : (
        'Not finished'
      )}
    </Fact>
    <Fact name="Deletion">
      {member.deletionDueAt && (
        <>
          Requested, due <DateOf at={member.deletionDueAt} />
        </>
      )}
    </Fact>
    <Fact name="Last active">{member.activeOn ? formatOn(member.activeOn) : 'Never'}</Fact>
    <Fact name="Sessions">{member.sessions === 1 ? '1 device' : `${member.sessions} devices`}</Fact>
    <Fact name="Community">
      {member.tier}, {member.connected ? 'has connections' : 'no connections yet'},{' '}
      {member.met ? 'has met someone' : 'has met no one yet'}
    </Fact>
  </Facts>
)

function Actions({ member, name }: { member: AdminMember; name: string }) {
  const [kind, setKind] = useState<MembershipActionKind>()
  const action = useMembershipAction(member)
  const toast = useToast()
  const isSuspended = member.status === 'suspended'
  const labelOf = (possible: MembershipActionKind) =>
    possible === 'suspend' && isSuspended ? 'Change suspension' : ACTION_VERBS[possible]
  return (
    <div className={patterns.actions}>
      {member.actions.map((possible) => (
        <Button
          key={possible}
          variant={possible === 'approve' || possible === 'restore' ? 'primary' : 'secondary'}
          onClick={() => setKind(possible)}
        >
          {`${labelOf(possible)}…`}
        </Button>
      ))}
      {member.sessions > 0 && <SignOut memberId={member.id} />}
      {member.status === 'active' && (
        <Link viewTransition to={paths.memberProfile(member.id)}>
          Open profile
        </Link>
      )}
      <Dialog
        open={kind !== undefined}
        onClose={() => setKind(undefined)}
        title={kind ? `${labelOf(kind)}: ${name}` : ''}
      >
        {kind && (
          <ActionForm
            kind={kind}
            role={member.role}
            suspension={
              kind === 'suspend' && isSuspended
                ? {
                    reason: member.statusReason ?? '',
                    ...(member.suspendedUntil && { until: member.suspendedUntil }),
                  }
                : undefined
            }
            submitLabel={labelOf(kind)}
            onSubmit={async (edit) => {
              await action.mutateAsync(edit)
              toast('Saved.', { tone: 'success' })
              setKind(undefined)
            }}
          />
        )}
      </Dialog>
    </div>
  )
}

function SignOut({ memberId }: { memberId: string }) {
  const [asking, setAsking] = useState(false)
  const signOut = useSignOutMember(memberId)
  const toast = useToast()
  const start = () =>
    signOut.mutate(undefined, {
      onSuccess: () => {
        toast('Signed out on every device.', { tone: 'success' })
        setAsking(false)
      },
      onError: (error) => toast(explainProblem(error).message ?? '', { tone: 'danger' }),
    })
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Sign out everywhere…
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere?"
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button busy={signOut.isPending && 'Signing out…'} onClick={start}>
              Sign out everywhere
            </Button>
          </>
        }
      >
        <p>The member has to sign in again on every device. Nothing else changes.</p>
      </Dialog>
    </>
  )
}

function History({ memberId }: { memberId: string }) {
  const list = useSuspenseInfiniteQuery(memberHistory(memberId))
  return (
    <Stack gap={3}>
      <h2 className={styles.heading}>History</h2>
      <AuditTable label="History" entries={list.data} />
      <ShowMore {...list} />
    </Stack>
  )
}
