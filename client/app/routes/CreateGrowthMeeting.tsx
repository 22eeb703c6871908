import { useSearchParams } from 'react-router-dom'

import * as m from '#shared/app/messages.ts'
import { ROUND, roundsPath } from '#shared/lib/paths/rounds.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { MeetingLists } from '#client/modules/meetings/meetings/lists/MeetingLists.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

const NewMeeting = asScreen(
  lazyPart(() => import('#client/modules/meetings/meetings/form/NewMeeting.tsx'), 'NewMeeting'),
)
const MeetingScreen = asScreen(
  lazyPart(() => import('#client/modules/meetings/meetings/details/MeetingScreen.tsx'), 'MeetingScreen'),
)

const RoundsScreen = asScreen(lazyPart(() => import('#client/modules/rounds/screens.tsx'), 'RoundsScreen'))

const Lists = asScreen(MeetingLists)

/**
 * The form for a new meeting; with `?list=` the lists, with `?meeting=` that meeting, or with `?round=` rounds.
 */
export function Component() {
  const [params] = useSearchParams()
  const meetingId = params.get('meeting')
  if (meetingId) return <MeetingScreen key={meetingId} meetingId={meetingId} view={params.get('view')} />
  const round = params.get(ROUND)
  if (round !== null) return <RoundsScreen key={round} id={round} />
  if (params.has('list'))
    return (
      <Lists
        actions={
          <LinkButton variant="secondary" to={roundsPath}>
            {m.rounds()}
          </LinkButton>
        }
      />
    )
  return <NewMeeting key={params.toString()} params={params} />
}
