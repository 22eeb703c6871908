import { usePrefetchQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router-dom'

import { MeetingsTogether } from '#client/modules/meetings/connection/MeetingsTogether.tsx'
import { ProposeMeeting } from '#client/modules/meetings/connection/ProposeMeeting.tsx'
import { relationshipWith } from '#client/modules/people/connections/queries.ts'
import { RelationshipActions } from '#client/modules/people/connections/relationship/RelationshipActions.tsx'
import { OtherProfile } from '#client/modules/people/members/OtherProfile.tsx'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { paths } from '#shared/lib/paths.ts'
import { asScreen } from '#client/app/screens/as-screen.tsx'

const Actions = ({ member }: { member: { id: string; displayName: string } }) => (
  <RelationshipActions member={member} Propose={ProposeMeeting} />
)

/** A member's profile, with connection actions and the history with the viewer. */
function MemberProfile() {
  const { memberId = '' } = useParams()
  const auth = useAuth()
  // Loaded in parallel with the profile, because it changes the layout.
  usePrefetchQuery(relationshipWith(memberId))
  if (auth.state === 'signed-in' && auth.user.uid === memberId)
    return <Navigate to={paths.ownProfile} replace />
  return <OtherProfile memberId={memberId} Actions={Actions} Together={MeetingsTogether} />
}

export const Component = asScreen(MemberProfile)
