import { usePrefetchQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import { PageCrash } from '#client/app/crash/PageCrash.tsx'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import type { MembershipStatus } from '#shared/people/profile.ts'
import { readSettings } from '#client/lib/settings.ts'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { useScreensAhead } from '#client/lib/use-screens-ahead.ts'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { RecentSignIn } from '#client/app/screens/RecentSignIn.tsx'
import { useSignOut } from '#client/app/account/use-sign-out.ts'
import { useUrlParams } from '#client/lib/use-url-params.ts'

import { type SignedInUser, useAccess } from './access.tsx'
import { MemberShell } from './MemberShell.tsx'
import { asScreen, ScreenOutlet } from '#client/app/screens/as-screen.tsx'
import { Unsent } from './Unsent.tsx'

const NotActive = asScreen(
  lazyPart(() => import('#client/app/screens/NotActiveScreen.tsx'), 'NotActiveScreen'),
)

const Report = lazyPart(() => import('#client/app/screens/Report.tsx'), 'Report')

const TermsQuestion = lazyPart(
  () => import('#client/modules/accounts/terms/TermsQuestion.tsx'),
  'TermsQuestion',
)

/**
 * The members' shell, and the guard. The server renders the shell into members' pages; until somebody is known to be
 * signed in, visitors see a spinner instead.
 */
export function Component() {
  const isStarted = useHydrated()
  const { user, elsewhere } = useAccess()
  const known = isStarted ? user : undefined
  if (isStarted && elsewhere) return elsewhere
  return (
    <>
      <div data-for={known ? undefined : 'member'}>
        <Shell user={known} />
      </div>
      {!known && (
        <div data-for="visitor">
          <ScreenSpinner />
        </div>
      )}
    </>
  )
}

function Shell({ user }: { user: SignedInUser | undefined }) {
  const signOut = useSignOut()
  const { status = 'active', role } = user?.member ?? {}
  return (
    <MemberShell
      productName={readSettings().PRODUCT_NAME}
      isOpen={status === 'active'}
      person={user && { email: user.email ?? '', role: role ?? 'member' }}
      onSignOut={(everywhere) => void signOut(everywhere)}
    >
      {user ? <Content user={user} status={status} /> : <ScreenSpinner />}
    </MemberShell>
  )
}

const Content = ({ user, status }: { user: SignedInUser; status: MembershipStatus }) => (
  <RecentSignIn email={user.email ?? ''}>
    {status !== 'uninvited' && <ProfileAhead />}
    <Unsent uid={user.uid} />
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
      <PageCrash>
        <NotActive status={status} />
      </PageCrash>
    )}
  </RecentSignIn>
)

/** Screens show times in its time zone; loading it here runs in parallel with their code. */
function ProfileAhead() {
  usePrefetchQuery(ownProfile)
  return null
}

function Neighbours() {
  useScreensAhead(screensOfNavigation)
  return null
}

const screensOfNavigation = () =>
  Promise.allSettled([
    import('#client/app/routes/Events.tsx'),
    import('#client/modules/people/connections/lists/ConnectionsScreen.tsx'),
    import('#client/app/routes/CreateGrowthMeeting.tsx'),
  ])

/** The report dialog over any screen: `&report=…`, set by `useReport`. */
function Reporting() {
  const [search, change] = useUrlParams()
  const subject = search.get('report')
  if (!subject) return null
  return (
    <Suspense>
      <Report subject={subject} onClose={() => change({ report: '' }, true)} />
    </Suspense>
  )
}
