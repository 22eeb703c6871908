import type { FastifyError, FastifyRequest } from 'fastify'

/**
 * Redirect target for a page address that cannot be decoded (`/profile/%E0%A4%A`): the same with its percent signs
 * escaped, for which the app shows its not-found screen. Undefined for programs, which get the problem document.
 */
export function readableAddress({ code }: FastifyError, { url, headers }: FastifyRequest) {
  const isPage = headers.accept?.includes('text/html') && !/^\/api\b/.test(url)
  if (code !== 'FST_ERR_BAD_URL' || !isPage) return undefined
  // A leading double slash would point to another site.
  return `/${url.replaceAll('%', '%25').replace(/^[/\\]+/, '')}`
}
