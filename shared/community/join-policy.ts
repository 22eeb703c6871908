/** Choices of who can join. Imports nothing, so that the browser can import it. */
export const JOIN_POLICIES = ['open', 'approval'] as const
export const JOIN_ACCESS = ['anyone', 'domains', 'invited'] as const

export const MAX_DOMAINS = 50
/** ASCII only: an address in another script is spelled with `xn--`. */
export const DOMAIN_PATTERN = '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$'
