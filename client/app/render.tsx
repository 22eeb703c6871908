/** The client as the server runs it, to render the first view of a page (`shared/events/pages.ts`). */
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouter, StaticRouterProvider } from 'react-router-dom'

import { openAuth } from '#client/lib/auth/auth.tsx'
import { forgetReturn, rememberReturn } from '#client/lib/auth/return-path.ts'
import { readSettings, setPageData } from '#client/lib/settings.ts'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import type { PageData, PageRenderer, RenderedPage } from '#shared/events/pages.ts'
import { paths } from '#shared/lib/paths.ts'

import { App } from './App.tsx'
import { createRoutes } from './public-routes.tsx'
import { MemberShell, PendingButton } from './shells/MemberShell.tsx'

export { setLanguageSource } from '#shared/lib/language/current.ts'

/** Addresses have to be absolute. Nothing shows the host. */
const ORIGIN = 'http://localhost'

const FILES = import.meta.glob<{ Component: ComponentType }>([
  './routes/Landing.tsx',
  './routes/About.tsx',
  './routes/SignIn.tsx',
  './routes/Prestige.tsx',
])

let handler: ReturnType<typeof createStaticHandler> | undefined

export const renderScreen: PageRenderer['renderScreen'] = async (path, data) => {
  setPageData(data)
  handler ??= createStaticHandler(createRoutes(FILES))
  const context = await handler.query(new Request(ORIGIN + path))
  if (context instanceof Response) throw new Error(`${path} redirects.`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return rendered(data, () => (
    <App auth={openAuth()}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>
  ))
}

/** Rendered without a pause, so that the data of two pages do not mix. */
function rendered(data: PageData, draw: () => React.ReactNode): RenderedPage {
  setPageData(data)
  const event = data['linked-event']
  if (event) rememberReturn(paths.event(event.id))
  try {
    const [, links = '', title, html = ''] = FOR_HEAD.exec(renderToString(draw()))!
    return { html, title, links }
  } finally {
    forgetReturn()
  }
}

/** React renders what belongs to the head first. */
const FOR_HEAD = /^((?:<link [^>]*>)*)(?:<title>([^<]*)<\/title>)?(.*)$/s

/** Visitors are about to be asked to sign in. */
export const renderMemberShell: PageRenderer['renderMemberShell'] = (path, data) =>
  rendered(data, () => (
    <StaticRouter location={path}>
      <div data-for="member">
        <MemberShell
          productName={readSettings().PRODUCT_NAME}
          person={{ email: '', role: 'member' }}
          isOpen
          onSignOut={() => {}}
          account={
            <PendingButton>
              <Avatar name="" size="small" />
            </PendingButton>
          }
        >
          <ScreenSpinner />
        </MemberShell>
      </div>
      <div data-for="visitor">
        <ScreenSpinner />
      </div>
    </StaticRouter>
  ))
