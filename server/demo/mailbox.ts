import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { escapeHtml } from '#server/features/emails/escaping.ts'
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts'

/** Takes every email that the server sends. Nothing leaves this machine. */
export async function startMailbox() {
  const server = await startMailServer({
    onEmail: ({ to, parsed }) => console.log(`\n  Email to ${to} · ${parsed.subject}:\n  ${address}`),
  })
  const page = createServer(({ url = '' }, response) => {
    const [, at = '', part = ''] = /^\/(\d+)\/(html|text)$/.exec(url) ?? []
    const { parsed } = server.received()[Number(at || -1)] ?? {}
    response.setHeader('content-type', `text/${part === 'text' ? 'plain' : 'html'}; charset=utf-8`)
    if (!parsed) return response.end(listOf(server))
    return response.end(part === 'text' ? parsed.text : parsed.html || '')
  }).listen(0, '127.0.0.1')
  await once(page, 'listening')
  const address = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
  return {
    address,
    settings: { SMTP_URL: server.url, MAIL_FROM: 'hello@guildhall.example' },
    async close() {
      page.close()
      page.closeAllConnections()
      await server.close()
    },
  }
}

/** The latest first. Loads itself again, so that a new one appears. */
const listOf = (server: MailServer) => `<!doctype html>
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
${server
  .received()
  .map(
    ({ to, parsed }, at) =>
      `<li><a href="/${at}/html">${escapeHtml(parsed.subject ?? '')}</a> · <a href="/${at}/text">text</a><br>${escapeHtml(to)}</li>`,
  )
  .toReversed()
  .join('\n')}
</ol>
</html>
`
