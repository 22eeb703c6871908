import { Agent, request } from 'node:https'

import { lookUpPublic } from './public-address.ts'

export type HttpsPost = ReturnType<typeof createHttpsPost>

interface Message {
  headers: Readonly<Record<string, string | number>>
  body: Buffer
  signal: AbortSignal
}

/**
 * Sends to hosts that others have chosen: only to public addresses, without following redirects or reading the
 * answer.
 * @param agent for tests, which lead to this machine
 */
export function createHttpsPost(
  agent = new Agent({ lookup: lookUpPublic, keepAlive: true, maxSockets: 100 }),
) {
  return {
    /** @returns the status of the answer */
    async post(url: string, { headers, body, signal }: Message): Promise<number> {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      const sent = request(url, { method: 'POST', headers, agent, signal }, (response) => {
        resolve(response.statusCode ?? 0)
        response.destroy()
      })
      sent.on('error', reject)
      sent.end(body)
      return promise
    },

    close: () => agent.destroy(),
  }
}
