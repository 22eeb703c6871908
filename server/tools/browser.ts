import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'

import { findProgram } from './find-program.ts'

/** The first, Chromium without a user interface, needs a quarter of the CPU for the same. */
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const MAC_APPLICATIONS = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)

export const NO_BROWSER =
  'No Chromium, Chrome or Edge was found. Install one of them, or set CHROME_PATH to its program.'

export const findBrowser = () => process.env['CHROME_PATH'] || findProgram(COMMANDS, MAC_APPLICATIONS)

/** Disables the sandbox, which containers and root do not have, and requests to Google. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** On Linux, which font the browser shows depends on what is installed, and with it where lines break. */
const FONT_SETTINGS = join(import.meta.dirname, 'fonts.conf')

/** @param more further arguments, such as a file that a fake camera plays */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(NO_BROWSER)
  return chromium.launch({
    executablePath,
    args: [...BROWSER_ARGUMENTS, ...more],
    env: { ...process.env, FONTCONFIG_FILE: FONT_SETTINGS },
  })
}

/** Its timeout is shorter than the test's, so that the error names what was awaited. */
export async function newContext(browser: Browser, options?: BrowserContextOptions) {
  // Only a page that a worker controls needs one: the requests of the others are there for tests to answer.
  const context = await browser.newContext({ serviceWorkers: 'block', ...options })
  context.setDefaultTimeout(20_000)
  return context
}
