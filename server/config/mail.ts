import type { EnvironmentReader } from './environment.ts'

/** The mail server and the sender of emails. */
export interface MailSettings {
  /** `smtp://` or `smtps://`. */
  url: string
  from: { name: string; address: string }
  /** Maximum messages per second and replica. */
  rate: number
}

/** A name without characters that would end it, and an address; or the address alone. */
const SENDER = /^(?:([^<>"\p{Cc}]*)<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u

/** @param problems receives a sentence for each invalid setting */
export function readMail({ text, integer }: EnvironmentReader, problems: string[]): MailSettings | undefined {
  const [url, from, name] = [text('SMTP_URL', ''), text('MAIL_FROM', ''), text('PRODUCT_NAME', 'Guildhall')]
  const rate = integer('MAIL_RATE', 10, 1, 1_000)
  if (!url && !from) return undefined
  if (!url) problems.push('SMTP_URL is missing: MAIL_FROM alone sends no emails.')
  else if (!isSmtpAddress(url))
    problems.push('SMTP_URL must be an address like smtp://user:password@mail.example:587, or smtps://.')
  const [, senderName, inBrackets, alone] = SENDER.exec(from) ?? []
  const address = inBrackets ?? alone
  if (address === undefined)
    problems.push('MAIL_FROM must be an address like Guildhall <hello@guildhall.example>, with SMTP_URL.')
  return { url, from: { name: senderName?.trim() || name, address: address ?? '' }, rate }
}

const isSmtpAddress = (value: string) => {
  const url = URL.parse(value)
  const isPlain = url && ['', '/'].includes(url.pathname) && !url.search && !url.hash
  return Boolean(isPlain && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname)
}
