import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'

import { LONE } from '#shared/lib/paths/rounds.ts'
import { Spinner } from '#client/ui/Spinner.tsx'
import { useCan } from '#client/lib/auth/use-can.ts'

import { LoneMembers } from './LoneMembers.tsx'
import { round } from './queries.ts'
import { RoundAdmin } from './RoundAdmin.tsx'
import { RoundForm } from './RoundForm.tsx'
import { Rounds } from './Rounds.tsx'

// One chunk: each would be small, and they share most of their code.
export { RoundCard } from './RoundCard.tsx'

/** All rounds; with `&lone=` who has met nobody; for organisers one of them, or with `&open=` the form for a new one. @param id empty for all */
export function RoundsScreen({ id }: { id: string }) {
  const [params] = useSearchParams()
  const isOrganiser = useCan('organise')
  const lone = params.get(LONE)
  if (lone !== null) return <LoneMembers key={lone} chapter={lone} />
  if (params.has('open')) return <RoundForm />
  if (id === '') return <Rounds />
  return isOrganiser ? <RoundAdmin key={id} id={id} /> : <LedRound key={id} id={id} />
}

/** A round of the chapter that the viewer leads, or else all that they can join. */
function LedRound({ id }: { id: string }) {
  const { isPending, isSuccess } = useQuery({ ...round(id), retry: false, throwOnError: false })
  if (isPending) return <Spinner />
  return isSuccess ? <RoundAdmin id={id} /> : <Rounds />
}
