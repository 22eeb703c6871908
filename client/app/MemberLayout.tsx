import { can } from '#shared/roles.ts'
import { usePrefetchQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'

import { useAuth } from '#client/lib/auth.tsx'
import { ownProfile } from '#client/lib/own-profile.ts'
import { readSettings } from '#client/lib/settings.ts'

import { MemberShell } from './MemberShell.tsx'
import { RecentSignIn } from './RecentSignIn.tsx'
import { ScreenFrame, ScreenOutlet } from './ScreenFrame.tsx'
import { UnsentCheckIns } from './UnsentCheckIns.tsx'
import { useSignOut } from './use-sign-out.ts'

const NotActive = lazy(async () => ({ default: (await import('./NotActiveScreen.tsx')).NotActiveScreen }))

const Report = lazy(async () => ({ default: (await import('./Report.tsx')).Report }))

const ConsentQuestion = lazy(async () => ({
  default: (await import('#client/features/consent/ConsentQuestion.tsx')).ConsentQuestion,
}))

/** Under the guard, and loaded with the first signed-in screen: visitors never download it. */
export function Component() {
  const auth = useAuth()
  const signOut = useSignOut()
  if (auth.state !== 'signed-in') return null
  const { status = 'active' } = auth.user.member ?? {}

  return (
    <MemberShell
      productName={readSettings().PRODUCT_NAME}
      isOpen={status === 'active'}
      person={{
        email: auth.user.email ?? '',
        isAdmin: can(auth.user.member?.role ?? 'member', 'administer'),
      }}
      onSignOut={(everywhere) => void signOut(everywhere)}
    >
      <RecentSignIn email={auth.user.email ?? ''}>
        {status !== 'uninvited' && <ProfileAhead />}
        <UnsentCheckIns uid={auth.user.uid} />
        {status === 'active' && readSettings().COMMUNITY?.consent && (
          <Suspense>
            <ConsentQuestion />
          </Suspense>
        )}
        {status === 'active' ? (
          <>
            <ScreenOutlet />
            <Reporting />
          </>
        ) : (
          <ScreenFrame>
            <NotActive status={status} />
          </ScreenFrame>
        )}
      </RecentSignIn>
    </MemberShell>
  )
}

/** Screens show times in its time zone; this way it loads together with their code. */
function ProfileAhead() {
  usePrefetchQuery(ownProfile)
  return null
}

/** Over any screen: `&report=…`, set by `useReport`. */
function Reporting() {
  const [search, setSearch] = useSearchParams()
  const subject = search.get('report')
  if (!subject) return null
  const close = () =>
    setSearch(
      (current) => {
        current.delete('report')
        return current
      },
      { replace: true },
    )
  return (
    <Suspense>
      <Report subject={subject} onClose={close} />
    </Suspense>
  )
}
