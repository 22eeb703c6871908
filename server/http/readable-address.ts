import type { FastifyError, FastifyRequest } from 'fastify'

/**
 * Where to send a person whose address cannot be decoded (`/profile/%E0%A4%A`): to the same with its percent signs
 * escaped, for which the app has its own words. Undefined for programs, which get the problem itself.
 */
export function readableAddress({ code }: FastifyError, { url, headers }: FastifyRequest) {
  const isPage = headers.accept?.includes('text/html') && !/^\/api\b/.test(url)
  if (code !== 'FST_ERR_BAD_URL' || !isPage) return undefined
  // With two slashes in front, it would be another site's.
  return `/${url.replaceAll('%', '%25').replace(/^[/\\]+/, '')}`
}
