import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'

import { Landing, type Product } from '#client/features/landing/Landing.tsx'
import { paths } from '#shared/paths.ts'

import { PublicShell } from './PublicShell.tsx'

/** The landing as a visitor first sees it. Runs in the build, never in a browser. */
export const renderLanding = (product: Product) =>
  renderToStaticMarkup(
    <StaticRouter location={paths.landing}>
      <PublicShell product={product} signedIn={false}>
        <Landing product={product} />
      </PublicShell>
    </StaticRouter>,
  )
