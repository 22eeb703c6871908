import { useSuspenseQuery } from '@tanstack/react-query'

import { AskTerm } from '#client/features/profile/AskTerm.tsx'
import { ownProfile } from '#client/lib/own-profile.ts'
import type { Entry } from '#client/ui/TextListField.tsx'

/** Until when an entry of the form is shown to others, if it is saved as it stands there. */
export function SavedTerm({ name, value }: Entry) {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const saved = name === 'offers' ? profile.offers : profile.asks
  const ask = saved.find(({ text }) => text === value.trim())
  return ask && <AskTerm ask={ask} />
}
