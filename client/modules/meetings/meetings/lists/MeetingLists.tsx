import {
  type UseSuspenseInfiniteQueryResult,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'

import * as m from '#shared/meetings/messages.ts'
import { newMeetingPath } from '#shared/lib/paths/meetings.ts'
import type { MeetingListItem, MeetingLists as Lists } from '#shared/meetings/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { hasDraft } from '#client/lib/storage/drafts.ts'
import { NEW_MEETING_DRAFT } from '#client/modules/meetings/meetings/stored-drafts.ts'
import { meetingLists, meetingPeople, pastMeetings } from '#client/modules/meetings/meetings/queries.ts'
import { UnsavedNotice } from '#client/lib/edits/Unsaved.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { TableMotif } from '#client/ui/icons/motifs.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { type Tab, Tabs } from '#client/ui/page/Tabs.tsx'
import { useUrlParams } from '#client/lib/use-url-params.ts'

import { MeetingRow } from './MeetingRow.tsx'

type ListName = 'all' | 'past'

const tabs = (): readonly Tab<ListName>[] => [
  { value: 'all', label: m.listsCurrent() },
  { value: 'past', label: m.listsPast() },
]
const PlanMeeting = () => <LinkButton to={newMeetingPath()}>{m.listsNew()}</LinkButton>

/** @param actions of later modules */
export function MeetingLists({ actions }: { actions: ReactNode }) {
  const { data: lists } = useSuspenseQuery(meetingLists)
  const past = useSuspenseInfiniteQuery(pastMeetings)
  const { toAnswer, toConfirm, coming, waiting } = lists
  const [params, change] = useUrlParams()
  const shown: ListName = params.get('list') === 'past' ? 'past' : 'all'
  const isEmpty = [toAnswer, toConfirm, coming, waiting, past.data].every(({ length }) => length === 0)
  return (
    <>
      <ScreenTitle>{m.listsTitle()}</ScreenTitle>
      <PageHeader
        title={m.listsTitle()}
        actions={
          <>
            {actions}
            {!isEmpty && <PlanMeeting />}
          </>
        }
      />
      <Stack gap={8}>
        {hasDraft(NEW_MEETING_DRAFT) && <UnsavedNotice title={m.listsUnsaved()} to={newMeetingPath()} />}
        {isEmpty ? (
          <NoMeetings />
        ) : (
          <Tabs label={m.listsTitle()} tabs={tabs()} value={shown} onChange={(list) => change({ list })}>
            {shown === 'past' ? <PastMeetings {...past} /> : <CurrentMeetings {...lists} />}
          </Tabs>
        )}
      </Stack>
    </>
  )
}

function CurrentMeetings({ toAnswer, toConfirm, coming, waiting }: Lists) {
  if ([toAnswer, toConfirm, coming, waiting].every(({ length }) => length === 0))
    return (
      <EmptyState picture={<TableMotif />} title={m.listsNone()}>
        {m.listsNoneText()}
      </EmptyState>
    )
  return (
    <Stack gap={8}>
      <MeetingList title={m.listsToAnswer()} meetings={toAnswer} />
      <MeetingList title={m.listsToConfirm()} meetings={toConfirm} />
      <MeetingList title={m.listsComing()} meetings={coming} />
      <MeetingList title={m.listsWaiting()} meetings={waiting} />
    </Stack>
  )
}

function PastMeetings({ data, ...pages }: Past) {
  if (data.length === 0) return <EmptyState title={m.listsNonePast()}>{m.listsNonePastText()}</EmptyState>
  return (
    <Stack gap={3}>
      <Rows meetings={data} />
      <ShowMore {...pages} />
    </Stack>
  )
}

type Past = Pick<
  UseSuspenseInfiniteQueryResult<MeetingListItem[]>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>

interface ListProps {
  title: string
  meetings: readonly MeetingListItem[]
}

const MeetingList = ({ title, meetings }: ListProps) =>
  meetings.length > 0 && (
    <section aria-label={title}>
      <Stack gap={3}>
        <h2>{title}</h2>
        <Rows meetings={meetings} />
      </Stack>
    </section>
  )

const Rows = ({ meetings }: Pick<ListProps, 'meetings'>) => (
  <ul>
    {meetings.map((meeting) => (
      <MeetingRow key={meeting.id} meeting={meeting} />
    ))}
  </ul>
)

function NoMeetings() {
  const { data: people } = useSuspenseQuery(meetingPeople(''))
  if (people.items.length > 0)
    return (
      <EmptyState picture={<TableMotif />} title={m.listsFirst()} action={<PlanMeeting />}>
        {m.listsFirstText()}
      </EmptyState>
    )
  return (
    <EmptyState
      picture={<TableMotif />}
      title={m.listsNobody()}
      action={<LinkButton to={paths.connectionsTab('directory')}>{m.listsFindPeople()}</LinkButton>}
    >
      {m.listsNobodyText()}
    </EmptyState>
  )
}
