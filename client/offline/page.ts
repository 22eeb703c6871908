/** The page that shows while there is no connection: it has the check-in codes that this browser has shown before. */
import { keptCheckInCodes, type KeptCheckInCode } from '#client/lib/check-in-codes.ts'
import { deviceStorage } from '#client/lib/storage.ts'
import { qrDrawing } from '#client/ui/qr/drawing.ts'

const SVG = 'http://www.w3.org/2000/svg'
const TRIED_EVERY = 15_000

const theme = deviceStorage.read('theme')
if (theme) document.documentElement.dataset['theme'] = theme

const section = document.querySelector<HTMLElement>('#codes')
const codes = keptCheckInCodes(Date.now())
if (section && codes.length > 0) {
  section.hidden = false
  section.querySelector('ul')?.append(...codes.map(entryOf))
}

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
  when.textContent = new Date(startsAt).toLocaleString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  entry.append(heading, when, pictureOf(code, `Check-in code for ${title}`))
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
