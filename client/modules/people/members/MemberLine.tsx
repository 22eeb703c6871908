import type { ReactNode } from 'react'

import { paths } from '#shared/lib/paths.ts'
import type { MemberCard } from '#shared/people/members.ts'
import { Person } from '#client/ui/people/Person.tsx'

interface Props {
  member: MemberCard
  /** A last line. */
  children?: ReactNode
}

/** A member in a list, with a link to the profile. */
export const MemberLine = ({ member: { id, displayName, photo, headline, company }, children }: Props) => (
  <Person name={displayName} photo={photo} lines={[headline, company]} to={paths.memberProfile(id)}>
    {children}
  </Person>
)
