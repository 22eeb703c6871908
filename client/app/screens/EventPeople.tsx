import type { ComponentType } from 'react'

import type { EventDetails } from '#shared/events/schema.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { MeetAgain as PeopleMet } from '#client/modules/meetings/meet-again/MeetAgain.tsx'
import { WorthMeeting as PeopleToMeet } from '#client/modules/meetings/meet-again/WorthMeeting.tsx'
import { OwnTables } from '#client/modules/rounds/tables/OwnTables.tsx'

const NamedGuests = lazyPart(() => import('#client/modules/attendance/guests/NamedGuests.tsx'), 'NamedGuests')

interface Props {
  event: EventDetails
}

const withTables = (People: ComponentType<Props>) => (props: Props) => (
  <>
    {props.event.mine?.hasTables && <OwnTables {...props} />}
    <People {...props} />
    {props.event.openToGuests && props.event.mine?.state === 'going' && <NamedGuests {...props} />}
  </>
)

export const WorthMeeting = withTables(PeopleToMeet)
export const MeetAgain = withTables(PeopleMet)
