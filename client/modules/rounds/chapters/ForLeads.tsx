import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { chapterChoices } from '#client/modules/people/directory/chapter-choices.ts'

/** Parts for those who can open rounds for a chapter. Organisers choose among all. */
export function ForLeads({ children }: { children: ReactNode }) {
  const { data = [] } = useQuery({ ...chapterChoices('openRounds'), throwOnError: false })
  return data.length > 0 && children
}
