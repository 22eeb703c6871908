import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { paths } from '#shared/lib/paths.ts'

export interface AuthEmulatorAddress {
  /** host:port, in the format of `FIREBASE_AUTH_EMULATOR_HOST`. */
  host: string
  /** The emulator ignores API keys: everything that a browser does happens in this project. */
  projectId: string
}

export interface NewUser {
  email: string
  password: string
  emailVerified?: boolean
  uid?: string
  displayName?: string
}

/** A link that the real provider would have sent by email. */
export interface OobCode {
  email: string
  oobCode: string
  requestType:
    | 'VERIFY_EMAIL'
    | 'PASSWORD_RESET'
    | 'RECOVER_EMAIL'
    | 'VERIFY_AND_CHANGE_EMAIL'
    | 'EMAIL_SIGNIN'
  /** Points at the emulator's own page; `actionLink` points at ours. */
  oobLink: string
}

interface SignIn {
  uid: string
  idToken: string
  refreshToken: string
}

export type AuthEmulator = ReturnType<typeof authEmulatorAt>

/** The address in the email when the project's action URL is set to our `/verification`. */
export const actionLink = (origin: string, { oobLink }: OobCode) =>
  `${origin}${paths.verification}${new URL(oobLink).search}`

const DEMO_PROJECT = 'demo-guildhall'

/** Operations of tests and the demo on a running emulator, for instance `inject('authEmulator')`. */
export function authEmulatorAt({ host, projectId }: AuthEmulatorAddress) {
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://${host}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    const result = (await answer.json()) as T & { error?: { message: string } }
    if (!answer.ok) throw new Error(`Auth emulator: ${result.error?.message ?? answer.status}`)
    return result
  }
  const toolkit = '/identitytoolkit.googleapis.com/v1'
  const project = `${toolkit}/projects/${projectId}`

  return {
    host,
    projectId,

    async createUser({ uid, ...user }: NewUser) {
      const { localId } = await call<{ localId: string }>(`${project}/accounts`, {
        ...user,
        localId: uid,
      })
      return { uid: localId }
    },

    updateUser: (uid: string, change: { emailVerified?: boolean; disableUser?: boolean; email?: string }) =>
      call<object>(`${project}/accounts:update`, { localId: uid, ...change }),

    deleteUser: (uid: string) => call<object>(`${project}/accounts:delete`, { localId: uid }),

    /** A fresh ID token, as the browser's SDK would get it. */
    async signIn(email: string, password: string): Promise<SignIn> {
      const { localId, ...tokens } = await call<{ localId: string; idToken: string; refreshToken: string }>(
        `${toolkit}/accounts:signInWithPassword?key=any`,
        { email, password, returnSecureToken: true },
      )
      return { uid: localId, idToken: tokens.idToken, refreshToken: tokens.refreshToken }
    },

    /** Unused codes, oldest first; of one address, or of all. */
    async oobCodes(email?: string) {
      const { oobCodes } = await call<{ oobCodes: OobCode[] }>(`/emulator/v1/projects/${projectId}/oobCodes`)
      return oobCodes.filter((code) => email === undefined || code.email === email)
    },
  }
}

/**
 * Starts an Auth emulator in a separate process, on loopback; takes about four seconds.
 * @param accountsFile keeps the accounts across restarts
 */
export async function startAuthEmulator({
  projectId = DEMO_PROJECT,
  port = 0,
  accountsFile,
}: { projectId?: string; port?: number; accountsFile?: string } = {}) {
  const host = fileURLToPath(new URL('auth-emulator-host.ts', import.meta.url))
  const child = fork(host, [projectId, '127.0.0.1', String(port), accountsFile ?? ''], {
    // Shields it from Ctrl-C: the server still needs accounts while it drains.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-2000)
  })

  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const listening = await Promise.race([
    once(child, 'message') as Promise<[{ port: number }]>,
    ended.then(() => undefined),
  ])
  if (!listening) throw new Error(`The Auth emulator did not start.\n${complaint}`)

  return {
    ...authEmulatorAt({ host: `127.0.0.1:${listening[0].port}`, projectId }),
    pid: child.pid ?? 0,
    /** Resolves with the exit code, or null when it was killed. */
    ended,
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
