import type { FastifyPluginAsync } from 'fastify'

import { imageUrl } from '#shared/image-rules.ts'

import { frameworkFailure } from './problems.ts'

/** Colours in light and dark mode, and the logo's image; `0` stands for the product's own. */
const NAME = /^(?:([0-9a-f]{6})-([0-9a-f]{6})|0)-([0-9a-f]{64}|0)\.css$/

/**
 * `/theme`: a style sheet that its name describes entirely. So it never changes, and a replica need not know of a
 * setting to serve it. Pages link to it after the product's own styles.
 */
export const themeRoutes: FastifyPluginAsync = async (app) => {
  app.get<{ Params: { name: string } }>('/:name', { schema: { hide: true } }, async ({ params }, reply) => {
    const parts = NAME.exec(params.name)
    if (!parts) throw frameworkFailure(404)
    const [, light, dark, logo] = parts
    return reply
      .headers({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .send(styleSheet({ light, dark, logo: logo === '0' ? undefined : logo }))
  })
}

interface Theme {
  light: string | undefined
  dark: string | undefined
  logo: string | undefined
}

/** The logo is drawn in the place of the mark (`client/app/Wordmark.tsx`), which no script has to know. */
const styleSheet = ({ light, dark, logo }: Theme) =>
  [
    light && `:root{--accent:light-dark(#${light},#${dark})}`,
    logo &&
      `[data-mark]{background:url(${imageUrl(logo)}) center/contain no-repeat}[data-mark]>*{display:none}`,
  ]
    .filter(Boolean)
    .join('')
