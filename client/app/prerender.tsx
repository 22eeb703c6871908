import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'

import { Landing, type Product } from '#client/features/landing/Landing.tsx'
import { paths } from '#shared/paths.ts'

import { PublicShell } from './PublicShell.tsx'

/** The server repeats its entry for each event, with the event's texts in the place of their names. */
const EVENT = {
  id: '__event-id__',
  title: '__event-title__',
  summary: '__event-summary__',
  startsAt: '__event-startsAt__',
  when: '__event-when__',
  place: '__event-place__',
  seats: '__event-seats__',
}

/** The server leaves out those without a text. */
const LINKS = ['Terms', 'Privacy', 'Contact']

/** The landing as a visitor first sees it. Runs in the build, never in a browser. */
export const renderLanding = (product: Product) =>
  renderToStaticMarkup(
    <StaticRouter location={paths.landing}>
      <PublicShell product={product} links={LINKS}>
        <Landing product={product} events={[EVENT]} />
      </PublicShell>
    </StaticRouter>,
  )
