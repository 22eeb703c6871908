import { setTimeout as wait } from 'node:timers/promises'

import { actionLink, type AuthEmulator, type OobCode } from '#server/testing/auth-emulator.ts'

const LOOK_EVERY = 500
const PURPOSES: Record<OobCode['requestType'], string> = {
  VERIFY_EMAIL: 'Verify the address',
  PASSWORD_RESET: 'Choose a new password',
  RECOVER_EMAIL: 'Take back the address',
  EMAIL_SIGNIN: 'Sign in',
}

/** Shows each link that the identity provider would have sent by email, until `signal` aborts. */
export async function showLinks(emulator: AuthEmulator, origin: string, signal: AbortSignal) {
  const shown = new Set<string>()
  while (!signal.aborted) {
    for (const code of await emulator.oobCodes()) {
      if (shown.has(code.oobCode)) continue
      shown.add(code.oobCode)
      console.log(
        `\n  Email to ${code.email} · ${PURPOSES[code.requestType]}:\n  ${actionLink(origin, code)}`,
      )
    }
    await wait(LOOK_EVERY)
  }
}
