import type { Page } from 'playwright-core'

/**
 * Replaces Google's own script, which tests cannot reach: it would frame the sign-in handler and pass on the result
 * of the pop-up window. Everything after that, including the exchange with the identity provider, is real.
 */
const SCRIPT = `{
  let tell
  const frame = {
    restyle: async () => {},
    ping: async (done) => done(),
    register: (_name, listener) => (tell = listener),
    // The SDK's callback always throws; Google's script swallows the error.
    send: (_name, _message, answer) => void Promise.resolve([{ webStorageSupport: true }]).then(answer).catch(() => {}),
  }
  window.gapi = {
    load: (_module, { callback }) => callback(),
    iframes: { getContext: () => ({ open: (_options, ready) => ready(frame) }) },
  }
  window.googleSays = (authEvent) => tell({ authEvent })
  window[new URL(document.currentScript.src).searchParams.get('onload')]()
}`

export async function standInForGoogle(page: Page) {
  await page.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  )
  return {
    /** The answer of Google's page in the pop-up window once the account is chosen. */
    async choose(popup: Page, account: { sub: string; email: string }) {
      const parameters = new URL(popup.url()).searchParams
      const idToken = JSON.stringify({ ...account, email_verified: true })
      const authEvent = {
        type: parameters.get('authType'),
        eventId: parameters.get('eventId'),
        urlResponse: popup.url(),
        sessionId: 'session',
        postBody: `providerId=google.com&id_token=${encodeURIComponent(idToken)}`,
        tenantId: null,
      }
      await page.evaluate(
        (event) => (window as unknown as { googleSays: (e: object) => void }).googleSays(event),
        authEvent,
      )
    },
  }
}
