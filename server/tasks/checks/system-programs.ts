import { existsSync } from 'node:fs'

import { findBrowser, NO_BROWSER } from '#server/tools/browser.ts'
import { findFirestoreEmulator, NO_FIRESTORE_EMULATOR } from '#server/tools/firestore-emulator.ts'
import { findLoki, findPromtool, NO_LOKI, NO_PROMTOOL } from '#server/tools/monitoring-programs.ts'
import { findNginx, NO_NGINX } from '#server/tools/nginx.ts'

import { failed, type Outcome, PASSED } from './outcome.ts'
import { runProgram } from './programs.ts'

const FONTS = '/usr/share/fonts/truetype/liberation'

export const ensureBrowser = () => ensure('chromium-headless-shell', findBrowser, NO_BROWSER)
export const ensureNginx = () => ensure('nginx', findNginx, NO_NGINX)

/** The fonts that `server/tools/fonts.conf` names. With others, lines break elsewhere, and a layout may overflow. */
export async function ensureFonts(): Promise<Outcome> {
  if (process.platform !== 'linux') return PASSED
  if (!existsSync(FONTS) && process.getuid?.() === 0)
    await installOnDebian('fonts-liberation').catch(() => undefined)
  console.log(
    existsSync(FONTS) ? FONTS : 'The Liberation fonts were not found. Layouts are tested with other fonts.',
  )
  return PASSED
}

/** Not installed automatically, because the user has to accept Google's licence. */
export async function reportFirestoreEmulator(): Promise<Outcome> {
  console.log(findFirestoreEmulator()?.jar ?? NO_FIRESTORE_EMULATOR)
  return PASSED
}

/** Not installed automatically, because the product runs without them. */
export async function reportMonitoringPrograms(): Promise<Outcome> {
  console.log(findPromtool() ?? NO_PROMTOOL)
  console.log(findLoki() ?? NO_LOKI)
  return PASSED
}

/** Finds a program that tests need, or installs it where that is possible without asking: as root on Debian. */
async function ensure(
  debianPackage: string,
  find: () => string | undefined,
  absent: string,
): Promise<Outcome> {
  if (!find() && process.getuid?.() === 0) await installOnDebian(debianPackage).catch(() => undefined)
  console.log(find() ?? absent)
  return find() ? PASSED : failed(absent)
}

async function installOnDebian(name: string) {
  console.log(`Installing ${name} …`)
  await runProgram('apt-get', ['update', '-qq'])
  await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
}
