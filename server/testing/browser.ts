import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'

import { findProgram } from './find-program.ts'

/** The first, Chromium without what draws windows, does the same with a quarter of the work. */
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

/** Without the sandbox, which containers and root do not have; without what calls home. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @param more further arguments, such as those of a camera that plays a file */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(NO_BROWSER)
  return chromium.launch({
    executablePath,
    args: [...BROWSER_ARGUMENTS, ...more],
  })
}

/** Where whoever waits in vain says for what, long before the test's time is up. */
export async function newContext(browser: Browser, options?: BrowserContextOptions) {
  // Only a page that a worker controls needs one: the requests of the others are there for tests to answer.
  const context = await browser.newContext({ serviceWorkers: 'block', ...options })
  context.setDefaultTimeout(20_000)
  return context
}
