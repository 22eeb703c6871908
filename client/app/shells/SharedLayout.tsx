import { useEffect } from 'react'

import { useAuth } from '#client/lib/auth/auth.tsx'
import { rememberedUser } from '#client/lib/error-log/user.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { provideTemporal } from '#client/lib/time/temporal.ts'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { PublicLayout } from './PublicLayout.tsx'

/** Its screens calculate with time zones. */
const MemberLayout = lazyPart(async () => {
  const [layout] = await Promise.all([import('./MemberLayout.tsx'), provideTemporal()])
  return layout
}, 'Component')

/** Wraps public screens that members see in their own shell. Visitors never wait. */
export function Component() {
  const { resume, ...auth } = useAuth()
  const isKnown = rememberedUser() !== undefined
  useEffect(() => {
    if (isKnown) void resume()
  }, [isKnown, resume])
  if (auth.state === 'loading' && isKnown) return <ScreenSpinner />
  if (auth.state !== 'signed-in' || !auth.user.emailVerified) return <PublicLayout />
  const { status = 'active' } = auth.user.member ?? {}
  return status === 'active' ? <MemberLayout /> : <PublicLayout />
}
