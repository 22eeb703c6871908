import { deviceStorage, parseNumber, tabStorage } from '#client/lib/storage/storage.ts'

const VISITS = 'visits'
const COUNTED = 'visit-counted'
const ANSWERED = 'install-answered'
const FIRST_OFFER = 2

/** Counts this tab once. */
export function countVisit() {
  if (tabStorage.read(COUNTED)) return
  tabStorage.write(COUNTED, '1')
  deviceStorage.write(VISITS, String(visits() + 1))
}

const visits = () => parseNumber(deviceStorage.read(VISITS)) ?? 0

/** Offered from the second visit on, until the person has answered. */
export const mayOfferInstall = () => visits() >= FIRST_OFFER && !deviceStorage.read(ANSWERED)

export const installAnswered = () => deviceStorage.write(ANSWERED, '1')

/** Whether the app was opened from the home screen of iOS. Undefined in other browsers than Safari. */
export const isInHomeScreen = () => (navigator as { standalone?: boolean }).standalone
