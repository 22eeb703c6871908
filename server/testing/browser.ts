import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

import { type Browser, chromium } from 'playwright-core'

const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
const MAC_APPLICATIONS = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)

export const NO_BROWSER =
  'No Chromium, Chrome or Edge was found. Install one of them, or set CHROME_PATH to its program.'

/** The program of an installed Chromium, Chrome or Edge. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env['CHROME_PATH']) return env['CHROME_PATH']
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const candidates = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [...candidates, ...(process.platform === 'darwin' ? MAC_APPLICATIONS : [])].find(isProgram)
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(NO_BROWSER)
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

function isProgram(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
