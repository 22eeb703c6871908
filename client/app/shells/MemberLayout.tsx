import { usePrefetchQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

import { lazyPart } from '#client/lib/lazy-part.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { afterFirstContent } from '#client/lib/first-content.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { readSettings } from '#client/lib/settings.ts'
import { RecentSignIn } from '#client/app/screens/RecentSignIn.tsx'
import { useSignOut } from '#client/app/account/use-sign-out.ts'

import { MemberShell } from './MemberShell.tsx'
import { ScreenFrame, ScreenOutlet } from './ScreenFrame.tsx'
import { Unsent } from './Unsent.tsx'

const NotActive = lazyPart(() => import('#client/app/screens/NotActiveScreen.tsx'), 'NotActiveScreen')

const Report = lazyPart(() => import('#client/app/screens/Report.tsx'), 'Report')

const TermsQuestion = lazyPart(
  () => import('#client/modules/accounts/terms/TermsQuestion.tsx'),
  'TermsQuestion',
)

/** Wraps the screens below the guard. It is loaded with the first signed-in screen, so visitors never download it. */
export function Component() {
  const auth = useAuth()
  const signOut = useSignOut()
  if (auth.state !== 'signed-in') return null
  const { status = 'active', role } = auth.user.member ?? {}

  return (
    <MemberShell
      productName={readSettings().PRODUCT_NAME}
      isOpen={status === 'active'}
      person={{ email: auth.user.email ?? '', role: role ?? 'member' }}
      onSignOut={(everywhere) => void signOut(everywhere)}
    >
      <RecentSignIn email={auth.user.email ?? ''}>
        {status !== 'uninvited' && <ProfileAhead />}
        <Unsent uid={auth.user.uid} />
        {status === 'active' && readSettings().COMMUNITY?.agreement && (
          <Suspense>
            <TermsQuestion />
          </Suspense>
        )}
        {status === 'active' ? (
          <>
            <ScreenOutlet />
            <Neighbours />
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

/** Screens show times in its time zone; loading it here runs in parallel with their code. */
function ProfileAhead() {
  usePrefetchQuery(ownProfile)
  return null
}

/** Downloads the screens of the navigation, unless the person saves data: the next change of screen needs no file. */
function Neighbours() {
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    if (connection?.saveData) return
    afterFirstContent(() => {
      const screens = [
        import('#client/app/routes/Events.tsx'),
        import('#client/modules/people/connections/lists/ConnectionsScreen.tsx'),
        import('#client/app/routes/CreateGrowthMeeting.tsx'),
      ]
      // One that is missing is loaded with its screen.
      void Promise.allSettled(screens)
    })
  }, [])
  return null
}

/** The report dialog over any screen: `&report=…`, set by `useReport`. */
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
