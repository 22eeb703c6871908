import { setTimeout as wait } from 'node:timers/promises'

import { actionLink, type AuthEmulator, type OobCode } from '#server/tools/auth-emulator/auth-emulator.ts'

const POLL_INTERVAL = 500
const PURPOSES: Record<OobCode['requestType'], string> = {
  VERIFY_EMAIL: 'Verify your email',
  PASSWORD_RESET: 'Reset your password',
  RECOVER_EMAIL: 'Undo the email change',
  VERIFY_AND_CHANGE_EMAIL: 'Confirm your new email',
  EMAIL_SIGNIN: 'Sign in',
}

interface LinkEmail {
  to: string
  subject: string
  link: string
}

/** Passes on each link that the identity provider would have sent by email, until `signal` aborts. */
export async function collectEmailLinks(
  emulator: AuthEmulator,
  origin: string,
  { signal, onEmail }: { signal: AbortSignal; onEmail: (email: LinkEmail) => void },
) {
  const shown = new Set<string>()
  while (!signal.aborted) {
    // There are no codes while the emulator restarts.
    for (const code of await emulator.oobCodes().catch(() => [])) {
      if (shown.has(code.oobCode)) continue
      shown.add(code.oobCode)
      onEmail({ to: code.email, subject: PURPOSES[code.requestType], link: actionLink(origin, code) })
    }
    await wait(POLL_INTERVAL)
  }
}
