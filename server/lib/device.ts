/** The details by which a person recognises one of their devices. */
export interface Device {
  browser?: string
  system?: string
}

type Names = readonly (readonly [pattern: RegExp, name: string])[]

/** Most browsers also name those that they want to be taken for, so that the order decides. */
const BROWSERS: Names = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/^(?=.*\bVersion\/).*\bSafari\//, 'Safari'],
]

/** An iPad says that it is a Mac. */
const SYSTEMS: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Names from these lists alone: what a client sends is never shown. */
export function deviceOf(userAgent = ''): Device {
  return { browser: nameIn(BROWSERS, userAgent), system: nameIn(SYSTEMS, userAgent) }
}

const nameIn = (names: Names, userAgent: string) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
