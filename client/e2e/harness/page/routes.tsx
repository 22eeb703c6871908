import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link, Outlet, type RouteObject, useParams } from 'react-router-dom'

import { loadRoute } from '#client/app/crash/load-route.ts'
import { PageCrash } from '#client/app/crash/PageCrash.tsx'
import { NotFoundScreen } from '#client/app/screens/NotFoundScreen.tsx'
import { RouteErrorScreen } from '#client/app/screens/RouteErrorScreen.tsx'
import { call } from '#client/lib/http.ts'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'

import { Bomb } from './Bomb.tsx'
import { ControlsScreen } from './ControlsScreen.tsx'

const Shell = () => (
  <>
    <nav aria-label="Site">
      <Link to="/">Home</Link> <Link to="/page/one">One</Link> <Link to="/page/two">Two</Link>{' '}
      <Link to="/answer/503">Answer</Link>
    </nav>
    <main>
      <Suspense fallback="Loading">
        <Outlet />
      </Suspense>
    </main>
  </>
)

/** Calls the server, which answers with the status in the address. */
function AnswerScreen() {
  const { status } = useParams()
  useSuspenseQuery({ queryKey: [status], queryFn: () => call(`/api/answer/${status}`) })
  return <p>The server answered</p>
}

const sections = (isolated: boolean) => (
  <>
    <h1>Two sections</h1>
    <ComponentCrash isolated={isolated}>
      <Bomb />
    </ComponentCrash>
    <p>The other section stands</p>
  </>
)

const insidePage = (content: ReactNode) => <PageCrash>{content}</PageCrash>

const screen = (path: string, route: RouteObject): RouteObject => ({
  path,
  ErrorBoundary: RouteErrorScreen,
  HydrateFallback: () => 'Loading',
  ...route,
})

export const routes: RouteObject[] = [
  {
    Component: Shell,
    children: [
      screen('/', { element: <h1>Home</h1> }),
      screen('/app', { element: <h1>Inside</h1> }),
      screen('/section', { element: sections(false) }),
      screen('/card', { element: sections(true) }),
      screen('/page/:name', { element: insidePage(<Bomb />) }),
      screen('/answer/:status', { element: insidePage(<AnswerScreen />) }),
      screen('/response/:status', {
        element: <p>Never shown</p>,
        loader: ({ params: { status }, request: { url } }) => {
          const statusText = new URL(url).searchParams.get('text') ?? ''
          throw new Response('What the server said', { status: Number(status), statusText })
        },
      }),
      screen('/thrown', {
        element: <p>Never shown</p>,
        loader: ({ request: { url } }) => {
          throw new Error(new URL(url).searchParams.get('message') ?? '')
        },
      }),
      screen('/nothing-thrown', {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- anything can be thrown
        lazy: loadRoute(() => Promise.reject(undefined)),
      }),
      screen('/controls', { Component: ControlsScreen }),
      screen('/late', { lazy: () => import('./LazyScreen.tsx') }),
      { path: '/login', element: <h1>Login</h1> },
      { path: '/dashboard', element: <h1>Dashboard</h1> },
      { path: '*', Component: NotFoundScreen },
    ],
  },
]
