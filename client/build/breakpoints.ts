import type { Plugin } from 'vite'

import { BREAKPOINTS } from '#client/ui/styles/breakpoints.ts'

const isKnown = (name: string): name is keyof typeof BREAKPOINTS => name in BREAKPOINTS

/** Replaces the names of breakpoints in the media queries of stylesheets. @throws for an unknown name */
export const breakpoints = (): Plugin => ({
  name: 'breakpoints',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (css) => ({
      code: css.replaceAll(/(?<=@media[^{]*)\(--([\w-]+)\)/g, (_, name: string) => {
        if (!isKnown(name)) throw new Error(`No breakpoint is called ${name}.`)
        return BREAKPOINTS[name]
      }),
      // The build has no source maps of stylesheets.
      map: null,
    }),
  },
})
