import type { ReactNode } from 'react'

import type { MemberCard } from '#shared/people/members.ts'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { IsolatedText } from '#client/ui/text/IsolatedText.tsx'
import { LinkRow } from '#client/ui/lists/LinkRow.tsx'
import { dotted } from '#client/ui/text/dotted.ts'

/** An entry of the list "Needs your attention". */
export interface AttentionEntry {
  key: string
  node: ReactNode
}

interface Props {
  /** Undefined if nobody else is left in it. */
  person: MemberCard | undefined
  title: string
  /** Joined by dots; empty parts are left out. */
  text: readonly (string | undefined)[]
  to: string
}

/** A task that concerns a person, with their picture. */
export const PersonTask = ({ person, title, text, to }: Props) => (
  <LinkRow
    to={to}
    leading={<Avatar name={person?.displayName ?? title} photo={person?.photo} />}
    title={title}
  >
    <IsolatedText>{dotted(text)}</IsolatedText>
  </LinkRow>
)
