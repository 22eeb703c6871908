import { useSearchParams } from 'react-router-dom'

import { LONE } from '#shared/lib/paths/rounds.ts'

import { LoneMembers } from './LoneMembers.tsx'
import { RoundAdmin } from './RoundAdmin.tsx'
import { RoundForm } from './RoundForm.tsx'
import { Rounds, useIsOrganiser } from './Rounds.tsx'

// One chunk: each would be small, and they share most of their code.
export { RoundCard } from './RoundCard.tsx'

/** All rounds; with `&lone=` who has met nobody; for organisers one of them, or with `&open=` the form for a new one. @param id empty for all */
export function RoundsScreen({ id }: { id: string }) {
  const [params] = useSearchParams()
  const isOrganiser = useIsOrganiser()
  const lone = params.get(LONE)
  if (lone !== null) return <LoneMembers key={lone} chapter={lone} />
  if (!isOrganiser) return <Rounds />
  if (params.has('open')) return <RoundForm />
  return id === '' ? <Rounds /> : <RoundAdmin key={id} id={id} />
}
