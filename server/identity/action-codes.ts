import { once } from 'node:events'
import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { json } from 'node:stream/consumers'

import { type ActionCode, type Identity, IdentityError } from './port.ts'

interface Deps {
  apiKey: string
  origin: string
  authEmulatorHost: string | undefined
  httpAgent: Agent
  /** Milliseconds. */
  deadline: number
}

type Accounts = Pick<Identity, 'readActionCode' | 'applyActionCode' | 'resetPassword'>

const GOOGLE = 'https://identitytoolkit.googleapis.com'

const ACTIONS: Readonly<Record<string, ActionCode['action']>> = {
  VERIFY_EMAIL: 'verify_email',
  PASSWORD_RESET: 'reset_password',
  VERIFY_AND_CHANGE_EMAIL: 'change_email',
  RECOVER_EMAIL: 'recover_email',
}

/** Answers for a code that was used, has expired, or whose account was deleted or disabled. */
const DEAD = ['INVALID_OOB_CODE', 'EXPIRED_OOB_CODE', 'USER_NOT_FOUND', 'EMAIL_NOT_FOUND', 'USER_DISABLED']
const WEAK = ['WEAK_PASSWORD', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS']

interface Answer {
  requestType?: string
  email?: string
  newEmail?: string
  error?: { message?: string }
}

/**
 * The codes of emailed links, which the Admin SDK can create but neither read nor use. Calls them as browsers do, with
 * the key of the browsers.
 */
export function createActionCodes({ apiKey, origin, authEmulatorHost, httpAgent, deadline }: Deps): Accounts {
  const base = authEmulatorHost ? `http://${authEmulatorHost}/identitytoolkit.googleapis.com` : GOOGLE

  async function post(verb: string, body: object): Promise<Answer | undefined> {
    const { status, answer } = await send(verb, body).catch((cause: unknown) => {
      throw new IdentityError('unavailable', { cause })
    })
    if (status === 200) return answer
    // For example `WEAK_PASSWORD : Password should be at least 6 characters`.
    const reason = answer.error?.message?.split(' ')[0] ?? ''
    if (DEAD.includes(reason)) return undefined
    throw new IdentityError(WEAK.includes(reason) ? 'weak_password' : 'unavailable', {
      cause: reason || status,
    })
  }

  async function send(verb: string, body: object) {
    const url = `${base}/v1/accounts:${verb}?key=${encodeURIComponent(apiKey)}`
    const request = authEmulatorHost ? httpRequest : httpsRequest
    const outgoing = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(origin && { referer: `${origin}/` }) },
      signal: AbortSignal.timeout(deadline),
      agent: authEmulatorHost ? undefined : httpAgent,
    })
    outgoing.end(JSON.stringify(body))
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    // From here on the response reports errors.
    outgoing.on('error', () => {})
    return { status: response.statusCode ?? 0, answer: (await json(response)) as Answer }
  }

  return {
    async readActionCode(code) {
      const { requestType = '', email, newEmail } = (await post('resetPassword', { oobCode: code })) ?? {}
      const action = ACTIONS[requestType]
      return action && email ? { action, email, newEmail } : undefined
    },

    applyActionCode: async (code) => (await post('update', { oobCode: code })) !== undefined,

    resetPassword: async (code, password) =>
      (await post('resetPassword', { oobCode: code, newPassword: password })) !== undefined,
  }
}
