import { useSearchParams } from 'react-router-dom'

import { prestige } from '#shared/people/messages.ts'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'

import { PrestigeRules } from './PrestigeRules.tsx'
import { PublicMembers } from './PublicMembers.tsx'
import { PublicStatement } from './PublicStatement.tsx'
import { WorkedExample } from './WorkedExample.tsx'

/** The rules and the members who show their tier, or one member's statement (`?statement=…`). */
export function PrestigeScreen() {
  const [search] = useSearchParams()
  const secret = search.get('statement')
  return secret === null ? <Rules /> : <PublicStatement secret={secret} />
}

const Rules = () => (
  <>
    <ScreenTitle>{prestige()}</ScreenTitle>
    <PrestigeRules />
    <WorkedExample />
    <PublicMembers />
  </>
)
