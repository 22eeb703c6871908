import { useSearchParams } from 'react-router-dom'

import { lazyPart } from '#client/lib/lazy-part.ts'
import { MeetingLists } from '#client/modules/meetings/meetings/lists/MeetingLists.tsx'

const NewMeeting = lazyPart(
  () => import('#client/modules/meetings/meetings/form/NewMeeting.tsx'),
  'NewMeeting',
)
const MeetingScreen = lazyPart(
  () => import('#client/modules/meetings/meetings/details/MeetingScreen.tsx'),
  'MeetingScreen',
)

/** The form for a new meeting; with `?list=` the lists, or with `?meeting=` that meeting. */
export function Component() {
  const [params] = useSearchParams()
  const meetingId = params.get('meeting')
  if (meetingId) return <MeetingScreen key={meetingId} meetingId={meetingId} view={params.get('view')} />
  if (params.has('list')) return <MeetingLists />
  return <NewMeeting key={params.toString()} params={params} />
}
