import { once } from 'node:events'
import { createServer } from 'node:http'

import { escapeHtml } from '#server/lib/text/html.ts'
import { startMailServer } from '#server/tools/mail-server.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

interface Email {
  to: string
  subject: string
  html: string
  text: string
}

/** Receives every email of the server and the identity provider. Nothing leaves this machine. */
export async function startMailbox() {
  const emails: Email[] = []
  const server = await startMailServer({
    onEmail({ to, parsed: { subject = '', html, text = '' } }) {
      emails.push({ to, subject, html: html || '', text })
      print({ to, subject }, address)
    },
  })
  const page = createServer(({ url = '' }, response) => {
    const [, at = '', part = ''] = /^\/(\d+)\/(html|text)$/.exec(url) ?? []
    const email = emails[Number(at || -1)]
    response.setHeader('content-type', `text/${part === 'text' ? 'plain' : 'html'}; charset=utf-8`)
    if (!email) return response.end(listOf(emails))
    return response.end(part === 'text' ? email.text : email.html)
  }).listen(0, '127.0.0.1')
  await once(page, 'listening')
  const address = `http://127.0.0.1:${portOf(page)}`
  return {
    address,
    settings: { SMTP_URL: server.url, MAIL_FROM: 'hello@guildhall.example' },

    /** Adds an email of the identity provider, whose text is one link. */
    addLink({ to, subject, link }: Pick<Email, 'to' | 'subject'> & { link: string }) {
      const href = escapeHtml(link)
      emails.push({ to, subject, text: link, html: `<!doctype html><p><a href="${href}">${href}</a></p>` })
      print({ to, subject }, link)
    },

    async close() {
      page.close()
      page.closeAllConnections()
      await server.close()
    },
  }
}

const print = ({ to, subject }: Pick<Email, 'to' | 'subject'>, link: string) =>
  console.log(`\n  Email to ${to} · ${subject}:\n  ${link}`)

/** Lists the latest first. The page reloads itself, so that a new email appears. */
const listOf = (emails: readonly Email[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="5">
<title>Emails</title>
<style>body{font:16px/1.5 system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem}li{margin:0 0 1rem}</style>
<h1>Emails</h1>
<p>What this demo would send. Nothing leaves this machine.</p>
<ol reversed>
${emails
  .map(
    ({ to, subject }, at) =>
      `<li><a href="/${at}/html">${escapeHtml(subject)}</a> · <a href="/${at}/text">text</a><br>${escapeHtml(to)}</li>`,
  )
  .toReversed()
  .join('\n')}
</ol>
</html>
`
