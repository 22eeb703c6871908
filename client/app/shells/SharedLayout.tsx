import { useEffect } from 'react'

import { useAuth } from '#client/lib/auth/auth.tsx'
import { rememberedUser } from '#client/lib/error-log/user.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { provideTemporal } from '#client/lib/time/temporal.ts'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { ForVisitors } from '#client/ui/page/ForVisitors.tsx'
import { PublicLayout } from './PublicLayout.tsx'

/** Its screens calculate with time zones. */
const MemberLayout = lazyPart(async () => {
  const [layout] = await Promise.all([import('./MemberLayout.tsx'), provideTemporal()])
  return layout
}, 'Component')

/** Wraps public screens that members see in their own shell. Visitors never wait. */
export function Component() {
  const { resume, ...auth } = useAuth()
  const isStarted = useHydrated()
  const isKnown = rememberedUser() !== undefined
  useEffect(() => {
    if (isKnown) void resume()
  }, [isKnown, resume])
  if (auth.state === 'loading' && isKnown && isStarted) return <ScreenSpinner />
  if (auth.state !== 'signed-in' || !auth.user.emailVerified)
    return (
      <ForVisitors>
        <PublicLayout />
      </ForVisitors>
    )
  const { status = 'active' } = auth.user.member ?? {}
  return status === 'active' ? <MemberLayout /> : <PublicLayout />
}
