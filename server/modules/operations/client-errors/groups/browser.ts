import { deviceOf } from '#server/lib/device.ts'

const VERSION = /(?:Edg|EdgA|EdgiOS|OPR|SamsungBrowser|Firefox|FxiOS|CriOS|Version|Chrome)\/(\d{1,4})/g

/** For example `Chrome 140`: a name from our own list, and a number. */
export function browserOf(userAgent: string): string {
  const { browser } = deviceOf(userAgent)
  if (browser === undefined) return 'Other'
  const versions = [...userAgent.matchAll(VERSION)]
  const product = PRODUCTS[browser] ?? browser
  const version = versions.find(([token]) => product.split('|').includes(token.split('/')[0] ?? ''))?.[1]
  return version === undefined ? browser : `${browser} ${version}`
}

/** Tokens by which browsers name their version. */
const PRODUCTS: Readonly<Record<string, string>> = {
  Edge: 'Edg|EdgA|EdgiOS',
  Opera: 'OPR',
  'Samsung Internet': 'SamsungBrowser',
  Firefox: 'Firefox|FxiOS',
  Chrome: 'Chrome|CriOS',
  Safari: 'Version',
}
