/**
 * The page that is shown without a connection. It has the check-in codes that this browser has shown before, and checks
 * people in by the lists that it has loaded.
 */
import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/app/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { CLOCK, formatAt } from '#shared/lib/date-style.ts'
import { zoneLabel } from '#shared/lib/time-zone-labels.ts'
import { keptCheckInCodes, type KeptCheckInCode } from '#client/modules/attendance/check-in/kept-codes.ts'
import { deviceStorage } from '#client/lib/storage/storage.ts'
import { qrDrawing } from '#client/ui/qr/drawing.ts'

import { showCheckIns } from './check-in.ts'

const SVG = 'http://www.w3.org/2000/svg'
const TRIED_EVERY = 15 * SECOND

const theme = deviceStorage.read('theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme

const section = document.querySelector<HTMLElement>('#codes')
const codes = keptCheckInCodes(Date.now())
if (section && codes.length > 0) {
  section.hidden = false
  section.querySelector('ul')?.append(...codes.map(entryOf))
}

const checkIns = document.querySelector<HTMLElement>('#check-ins')
if (checkIns) void showCheckIns(checkIns)

document.querySelector('#reload')?.addEventListener('click', () => location.reload())
addEventListener('online', () => location.reload())
setInterval(() => {
  fetch('/health/live', { cache: 'no-store' }).then(
    () => location.reload(),
    () => {},
  )
}, TRIED_EVERY)

function entryOf({ title, startsAt, timeZone, code }: KeptCheckInCode) {
  const entry = document.createElement('li')
  const heading = document.createElement('h3')
  heading.textContent = title
  const when = document.createElement('p')
  const day = formatAt(new Date(startsAt), { dateStyle: 'full', timeZone })
  const time = formatAt(new Date(startsAt), { ...CLOCK, timeZone })
  when.textContent = `${day}, ${words.timeInZone({ time, zone: zoneLabel(timeZone, startsAt) })}`
  entry.append(heading, when, pictureOf(code, m.offlineCode({ event: title })))
  return entry
}

function pictureOf(code: string, label: string) {
  const { size, path } = qrDrawing(code)
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('viewBox', `0 0 ${size} ${size}`)
  picture.setAttribute('shape-rendering', 'crispEdges')
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', label)
  picture.setAttribute('class', 'code')
  const squares = document.createElementNS(SVG, 'path')
  squares.setAttribute('d', path)
  picture.append(squares)
  return picture
}
