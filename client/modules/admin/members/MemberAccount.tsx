import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { AdminMember } from '#shared/admin/members.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import type { MembershipActionKind } from '#shared/accounts/membership-actions.ts'
import { paths } from '#shared/lib/paths.ts'
import { formerMember, tierName } from '#shared/people/messages.ts'
import { AuditTable } from '#client/modules/admin/audit/AuditTable.tsx'
import { formatOn } from '#client/lib/time/dates.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { BackLink } from '#client/ui/page/BackLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/lib/toast.ts'
import { rich } from '#client/ui/rich.tsx'
import { dotted } from '#client/ui/text/dotted.ts'

import { ActionForm } from './ActionForm.tsx'
import { memberAccount, memberHistory, useMembershipAction, useSignOutMember } from './queries.ts'
import { Status } from './Status.tsx'

/** A member's account. Opening it is recorded, and shown in the member's own data. */
export function MemberAccount({ memberId }: { memberId: string }) {
  const { data: member } = useSuspenseQuery(memberAccount(memberId))
  const name = member.status === 'former' ? formerMember() : member.displayName || m.noName()
  return (
    <Stack gap={6}>
      <div>
        <BackLink to={adminPath('members')}>{m.accountAll()}</BackLink>
      </div>
      <Card title={name} aria-label={m.account()}>
        <Stack gap={4}>
          <p className={patterns.muted}>
            {dotted([member.headline, member.company]) || m.accountNoHeadline()}
          </p>
          <AccountFacts member={member} />
          <Actions member={member} name={name} />
        </Stack>
      </Card>
      <Suspense fallback={<Spinner />}>
        <History memberId={memberId} />
      </Suspense>
    </Stack>
  )
}

const AccountFacts = ({ member }: { member: AdminMember }) => (
  <Facts>
    <Fact name={m.membersStatus()}>
      <Status {...member} />
    </Fact>
    <Fact name={words.reason()}>{member.statusReason}</Fact>
    <Fact name={m.membersRole()}>{m.roleName(member)}</Fact>
    <Fact name={m.email()}>{member.email}</Fact>
    <Fact name={m.membersJoined()}>
      <DateOf at={member.joinedAt} />
    </Fact>
    <Fact name={m.accountOnboarding()}>
      {member.onboardedAt
        ? rich(m.accountFinished({ date: <DateOf at={member.onboardedAt} /> }))
        : m.accountNotFinished()}
    </Fact>
    <Fact name={m.accountDeletion()}>
      {member.deletionDueAt && rich(m.accountDeletionDue({ date: <DateOf at={member.deletionDueAt} /> }))}
    </Fact>
    <Fact name={m.membersLastActive()}>
      {member.activeOn ? formatOn(member.activeOn) : m.accountNeverActive()}
    </Fact>
    <Fact name={m.accountSessions()}>{m.accountDevices({ count: member.sessions })}</Fact>
    <Fact name={m.accountCommunity()}>
      {m.accountParticipation({
        tier: tierName(member),
        connected: member.connected ? 'yes' : 'no',
        met: member.met ? 'yes' : 'no',
      })}
    </Fact>
  </Facts>
)

function Actions({ member, name }: { member: AdminMember; name: string }) {
  const [kind, setKind] = useState<MembershipActionKind>()
  const action = useMembershipAction(member)
  const toast = useToast()
  const isSuspended = member.status === 'suspended'
  const isChange = (possible: MembershipActionKind) => possible === 'suspend' && isSuspended
  const labelOf = (possible: MembershipActionKind) =>
    isChange(possible) ? m.accountChangeSuspension() : m.actionVerb({ kind: possible })
  return (
    <div className={patterns.actions}>
      {member.actions.map((possible) => (
        <Button
          key={possible}
          variant={possible === 'approve' || possible === 'restore' ? 'primary' : 'secondary'}
          onClick={() => setKind(possible)}
        >
          {m.actionMore({ action: labelOf(possible) })}
        </Button>
      ))}
      {member.sessions > 0 && <SignOut memberId={member.id} />}
      {member.status === 'active' && (
        <Link viewTransition to={paths.memberProfile(member.id)}>
          {m.accountProfile()}
        </Link>
      )}
      <Dialog
        open={kind !== undefined}
        onClose={() => setKind(undefined)}
        title={kind ? m.actionTitle({ kind: isChange(kind) ? 'suspension' : kind, name }) : ''}
      >
        {kind && (
          <ActionForm
            kind={kind}
            draft={member.id}
            role={member.role}
            suspension={
              isChange(kind)
                ? {
                    reason: member.statusReason ?? '',
                    until: member.suspendedUntil,
                  }
                : undefined
            }
            submitLabel={labelOf(kind)}
            onCancel={() => setKind(undefined)}
            onSubmit={async (edit) => {
              await action.mutateAsync(edit)
              toast(words.saved(), { tone: 'success' })
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
  const { run, isPending } = useCommand({
    command: () => signOut.mutateAsync(undefined),
    done: m.accountSignedOut(),
    onSuccess: () => setAsking(false),
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {m.accountSignOutOpen()}
      </Button>
      <ConfirmDialog
        open={asking}
        title={m.accountSignOutQuestion()}
        confirm={m.accountSignOut()}
        busy={isPending && m.accountSigningOut()}
        onClose={() => setAsking(false)}
        onConfirm={() => run()}
      >
        <p>{m.accountSignOutText()}</p>
      </ConfirmDialog>
    </>
  )
}

function History({ memberId }: { memberId: string }) {
  const list = useSuspenseInfiniteQuery(memberHistory(memberId))
  return (
    <Stack gap={3}>
      <h2>{m.history()}</h2>
      <AuditTable label={m.history()} entries={list.data} />
      <ShowMore {...list} />
    </Stack>
  )
}
