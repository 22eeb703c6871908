import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { newMeetingPath } from '#shared/meeting-paths.ts'
import type { MeetingListItem } from '#shared/meetings.ts'
import { paths } from '#shared/paths.ts'
import { hasStoredDraft, NEW_MEETING_DRAFT } from '#client/features/meetings/stored-drafts.ts'
import { meetingLists, meetingPeople, pastMeetings } from '#client/features/meetings/queries.ts'
import { UnsavedNotice } from '#client/lib/edits/Unsaved.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { TableMotif } from '#client/ui/motifs.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { MeetingRow } from './MeetingRow.tsx'

const NEW_MEETING = <LinkButton to={newMeetingPath()}>New meeting</LinkButton>

export function MeetingLists() {
  const { data: lists } = useSuspenseQuery(meetingLists)
  const past = useSuspenseInfiniteQuery(pastMeetings)
  const { toAnswer, toConfirm, coming, waiting } = lists
  const isEmpty = [toAnswer, toConfirm, coming, waiting, past.data].every(({ length }) => length === 0)
  return (
    <>
      <ScreenTitle>Growth meetings</ScreenTitle>
      <PageHeader
        title="Growth meetings"
        lead="Meet with your connections to help each other’s business grow."
        actions={!isEmpty && NEW_MEETING}
      />
      <Stack gap={8}>
        {hasStoredDraft(NEW_MEETING_DRAFT) && (
          <UnsavedNotice title="You have an unsaved new meeting" to={newMeetingPath()} />
        )}
        {isEmpty && <NoMeetings />}
        <MeetingList title="To answer" meetings={toAnswer} />
        <MeetingList title="To confirm" meetings={toConfirm} />
        <MeetingList title="Coming up" meetings={coming} />
        <MeetingList title="Waiting for others" meetings={waiting} />
        <MeetingList title="Past" meetings={past.data}>
          <ShowMore {...past} />
        </MeetingList>
      </Stack>
    </>
  )
}

interface ListProps {
  title: string
  meetings: readonly MeetingListItem[]
  children?: ReactNode
}

const MeetingList = ({ title, meetings, children }: ListProps) =>
  meetings.length > 0 && (
    <section aria-label={title}>
      <Stack gap={3}>
        <h2>{title}</h2>
        <ul>
          {meetings.map((meeting) => (
            <MeetingRow key={meeting.id} meeting={meeting} />
          ))}
        </ul>
        {children}
      </Stack>
    </section>
  )

function NoMeetings() {
  const { data: people } = useSuspenseQuery(meetingPeople(''))
  const explanation =
    'A growth meeting is a short talk with one to eight of your connections: an introduction, a referral, advice or mentoring. You propose times, everyone answers, and what comes of it is kept in one place.'
  if (people.items.length > 0)
    return (
      <EmptyState picture={<TableMotif />} title="Plan your first growth meeting" action={NEW_MEETING}>
        {explanation}
      </EmptyState>
    )
  return (
    <EmptyState
      picture={<TableMotif />}
      title="First, find someone to meet"
      action={<LinkButton to={paths.connectionsTab('directory')}>Browse directory</LinkButton>}
    >
      {explanation} Start by connecting with a member.
    </EmptyState>
  )
}
