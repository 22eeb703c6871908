import type { Plugin } from 'vite'

/**
 * Headings are read first; without this the font would be requested only once the styles have loaded. Preloads only
 * the subset that every page needs: the others wait for a page that uses them.
 */
export function fontPreload(): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /-560-latin-[\w-]{8}\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  }
}
