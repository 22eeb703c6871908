import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'

import { givenParams } from '#shared/lib/query.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'

import { InvitationList } from './list/InvitationList.tsx'

const Import = lazyPart(() => import('./import/Import.tsx'), 'Import')

/** `&invite=1` opens the form for inviting people. */
export function Invitations() {
  const [search, setSearch] = useSearchParams()
  const show = (invite: boolean) =>
    setSearch(givenParams({ section: 'invitations', invite: invite ? '1' : '' }), {
      preventScrollReset: true,
    })
  if (!search.has('invite')) return <InvitationList onInvite={() => show(true)} />
  return (
    <Suspense>
      <Import onClose={() => show(false)} />
    </Suspense>
  )
}
