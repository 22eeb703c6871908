/** The client as the server runs it, to render the first view of a page (`shared/programme/pages.ts`). */
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'

import { openAuth } from '#client/lib/auth/auth.tsx'
import { forgetReturn, rememberReturn } from '#client/lib/auth/return-path.ts'
import { setPageData } from '#client/lib/settings.ts'
import type { PageRenderer } from '#shared/programme/pages.ts'
import { paths } from '#shared/lib/paths.ts'
import { screens } from '#shared/lib/screens.ts'

import { App } from './App.tsx'
import { createRoutes, type ScreenFiles } from './app-routes.tsx'

export { setLanguageSource } from '#shared/lib/language/current.ts'

/** Addresses have to be absolute. Nothing shows the host. */
const ORIGIN = 'http://localhost'

/** The server knows nobody, so members' screens are their shell alone. */
const membersScreens = screens('')
  .filter(({ kind }) => kind === 'member')
  .map(({ module }) => [`./routes/${module}.tsx`, async () => ({ Component: () => null })] as const)

const FILES: ScreenFiles = {
  ...Object.fromEntries(membersScreens),
  ...import.meta.glob<{ Component: ComponentType }>([
    './routes/Landing.tsx',
    './routes/About.tsx',
    './routes/SignIn.tsx',
    './routes/Prestige.tsx',
  ]),
}

let handler: ReturnType<typeof createStaticHandler> | undefined

export const renderScreen: PageRenderer['renderScreen'] = async (path, data) => {
  setPageData(data)
  handler ??= createStaticHandler(createRoutes(FILES))
  const context = await handler.query(new Request(ORIGIN + path))
  if (context instanceof Response) throw new Error(`${path} redirects.`)
  const router = createStaticRouter(handler.dataRoutes, context)
  // Another page's may have been set meanwhile.
  setPageData(data)
  const app = (
    <App auth={openAuth()}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>
  )
  const event = data['linked-event']
  if (event) rememberReturn(paths.event(event.id))
  try {
    const [, links = '', title, html = ''] = FOR_HEAD.exec(renderToString(app))!
    return { html, title, links }
  } finally {
    forgetReturn()
  }
}

/** React renders what belongs to the head first. */
const FOR_HEAD = /^((?:<link [^>]*>)*)(?:<title>([^<]*)<\/title>)?(.*)$/s
