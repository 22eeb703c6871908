import { Navigate, useParams } from 'react-router-dom'

import { MeetingsTogether } from '#client/features/connections/MeetingsTogether.tsx'
import { RelationshipActions } from '#client/features/connections/RelationshipActions.tsx'
import { OtherProfile } from '#client/features/profile/OtherProfile.tsx'
import { useAuth } from '#client/lib/auth.tsx'
import { paths } from '#shared/paths.ts'

/** A member's profile, with the actions of the connections feature and what the two did together. */
export function Component() {
  const { memberId = '' } = useParams()
  const auth = useAuth()
  if (auth.state === 'signed-in' && auth.user.uid === memberId)
    return <Navigate to={paths.ownProfile} replace />
  return <OtherProfile memberId={memberId} Actions={RelationshipActions} Together={MeetingsTogether} />
}
