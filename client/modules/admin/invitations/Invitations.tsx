import { Suspense } from 'react'

import { lazyPart } from '#client/lib/lazy-part.ts'
import { useUrlParams } from '#client/lib/use-url-params.ts'

import { InvitationList } from './list/InvitationList.tsx'

const Import = lazyPart(() => import('./import/Import.tsx'), 'Import')

/** `&invite=1` opens the form for inviting people. */
export function Invitations() {
  const [search, change] = useUrlParams()
  if (!search.has('invite')) return <InvitationList onInvite={() => change({ invite: '1' })} />
  return (
    <Suspense>
      <Import onClose={() => change({ invite: '' })} />
    </Suspense>
  )
}
