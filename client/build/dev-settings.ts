import type { Plugin } from 'vite'

/**
 * In production the server fills in the page's settings and product name. With hot reload Vite serves the page,
 * so whoever starts it passes them as JSON in `CLIENT_SETTINGS`.
 */
export function devSettings(): Plugin {
  const settings = process.env['CLIENT_SETTINGS'] ?? '{}'
  return {
    name: 'dev-settings',
    apply: 'serve',
    transformIndexHtml: (html) => {
      const { PRODUCT_NAME = 'Guildhall' } = JSON.parse(settings) as { PRODUCT_NAME?: string }
      return html
        .replaceAll('%PRODUCT_NAME%', () => PRODUCT_NAME)
        .replace(/(id="settings">)[^<]*/, (_, tag: string) => tag + settings.replaceAll('<', '\\u003c'))
    },
  }
}
