import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { rich } from '#client/ui/rich.tsx'
import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/events/messages.ts'
import type { EventInvitation } from '#shared/attendance/invitations.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { PanelHeader, type PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { rsvpLabel } from '#client/modules/events/events/labels.ts'
import { isRosterOpen } from '#client/modules/attendance/roster-open.ts'
import { Ago } from '#client/modules/people/members/Time.tsx'
import { request } from '#client/lib/request.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { MemberLine } from '#client/modules/people/members/MemberLine.tsx'

import { InviteForm } from './InviteForm.tsx'
import styles from './invitations.module.css'
import { eventInvitations } from './queries.ts'

/** Invited members, for organisers. */
export function Invitations({ event }: PanelProps) {
  const [isInviting, setInviting] = useState(false)
  const query = useInfiniteQuery(eventInvitations(event.id))
  const isOpen = useClock((now) => isRosterOpen(event, now))
  const { items = [], counts } = query.data ?? {}
  return (
    <>
      <PanelHeader
        title={m.invitationTitle()}
        event={event}
        actions={isOpen && <Button onClick={() => setInviting(true)}>{m.invitationOpen()}</Button>}
      />
      <Stack gap={5}>
        {query.isPending && <ScreenSpinner />}
        {counts && <p className={patterns.muted}>{m.invitationCounts(counts)}</p>}
        {isOpen && counts && counts.remindable > 0 && (
          <ReminderButton event={event} count={counts.remindable} />
        )}
        {counts?.invited === 0 && (
          <EmptyState title={m.invitationNone()}>
            {event.joinMode === 'invited' ? m.invitationNoneOnly() : m.invitationNoneText()}
          </EmptyState>
        )}
        <ul className={styles.rows}>
          {items.map((invitation) => (
            <InvitationRow key={invitation.member.id} event={event} invitation={invitation} isOpen={isOpen} />
          ))}
        </ul>
        <ShowMore {...query} />
      </Stack>
      <Dialog open={isInviting} onClose={() => setInviting(false)} title={m.invitationInvite()}>
        <InviteForm event={event} onClose={() => setInviting(false)} />
      </Dialog>
    </>
  )
}

function useInvitationsChanged({ id }: EventDetails) {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: eventInvitations(id).queryKey })
}

function ReminderButton({ event, count }: { event: EventDetails; count: number }) {
  const reminder = useCommand({
    command: () =>
      request('POST /api/events/:eventId/invitations/reminder', { params: { eventId: event.id } }),
    done: ({ reminded }) => m.invitationReminderSent({ count: reminded }),
    onSettled: useInvitationsChanged(event),
  })
  return (
    <div>
      <Button variant="secondary" busy={reminder.isPending && words.sending()} onClick={() => reminder.run()}>
        {m.invitationRemind({ count })}
      </Button>
    </div>
  )
}

interface RowProps {
  event: EventDetails
  invitation: EventInvitation
  /** Whether organisers can still change who comes. */
  isOpen: boolean
}

function InvitationRow({ event, invitation, isOpen }: RowProps) {
  const { member, at, remindedAt, state } = invitation
  const withdrawal = useCommand({
    command: () =>
      request('DELETE /api/events/:eventId/invitations/:memberId', {
        params: { eventId: event.id, memberId: member.id },
      }),
    done: m.invitationWithdrawn({ name: member.displayName }),
    onSettled: useInvitationsChanged(event),
  })
  const { label, tone } = state
    ? rsvpLabel({ state, guests: 0 })
    : ({ label: m.invitationNoAnswer(), tone: 'neutral' } as const)
  return (
    <li className={styles.row}>
      <MemberLine member={member} />
      <p className={styles.state}>
        <Badge tone={tone}>{label}</Badge>
        <span className={patterns.small}>
          {rich(
            remindedAt
              ? m.invitationReminded({ ago: <Ago at={remindedAt} /> })
              : m.invitationInvited({ ago: <Ago at={at} /> }),
          )}
        </span>
      </p>
      {isOpen && (state === undefined || state === 'declined') && (
        <Button
          variant="quiet"
          busy={withdrawal.isPending && m.invitationWithdrawing()}
          aria-label={m.invitationWithdrawOf({ name: member.displayName })}
          onClick={() => withdrawal.run()}
        >
          {m.withdraw()}
        </Button>
      )}
    </li>
  )
}
