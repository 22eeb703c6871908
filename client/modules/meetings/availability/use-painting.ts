import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'

import type { AvailabilityWindow } from '#shared/meetings/availability.ts'

import { type Cell, cellState, painted, ROWS_PER_HOUR } from './week.ts'

interface Options {
  windows: readonly AvailabilityWindow[]
  /** The rows on screen. */
  rows: { first: number; last: number }
  onChange: (windows: AvailabilityWindow[]) => void
}

/** Milliseconds after which a finger paints. Until then it scrolls the page. */
const HOLD = 350
const MONDAY = 1
const SUNDAY = 7

/** Columns run from right to left where lines do. */
const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** The cell that each key moves to (https://www.w3.org/WAI/ARIA/apg/patterns/grid/). */
const MOVES: Readonly<Record<string, (cell: Cell) => Cell>> = {
  ArrowLeft: ({ day, row }) => ({ day: day - 1, row }),
  ArrowRight: ({ day, row }) => ({ day: day + 1, row }),
  ArrowUp: ({ day, row }) => ({ day, row: row - 1 }),
  ArrowDown: ({ day, row }) => ({ day, row: row + 1 }),
  PageUp: ({ day, row }) => ({ day, row: row - 4 * ROWS_PER_HOUR }),
  PageDown: ({ day, row }) => ({ day, row: row + 4 * ROWS_PER_HOUR }),
  Home: ({ row }) => ({ day: MONDAY, row }),
  End: ({ row }) => ({ day: SUNDAY, row }),
}

/** Opens and closes cells of the week by pointer, finger and keyboard. */
export function usePainting({ windows, rows, onChange }: Options) {
  const grid = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<Cell>({ day: MONDAY, row: 9 * ROWS_PER_HOUR })
  const active = { day: focused.day, row: clamp(focused.row, rows.first, rows.last) }
  const stroke = useStroke(windows, onChange)

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const move = MOVES[(document.dir === 'rtl' && MIRRORED[event.key]) || event.key]
    if (!move && event.key !== ' ') return
    event.preventDefault()
    if (!move) return stroke.begin(active)
    const { day, row } = move(active)
    const target = { day: clamp(day, MONDAY, SUNDAY), row: clamp(row, rows.first, rows.last) }
    if (event.shiftKey) stroke.extend(active, target)
    else stroke.end()
    grid.current?.querySelector<HTMLElement>(`[data-cell="${target.day} ${target.row}"]`)?.focus()
  }

  const onFocus = ({ target }: FocusEvent) => setFocused(cellOf(target) ?? focused)
  const onBlur = ({ relatedTarget }: FocusEvent) => grid.current?.contains(relatedTarget) || stroke.end()

  return { active, props: { ref: grid, onKeyDown, onFocus, onBlur, ...usePointer(grid, stroke) } }
}

type Stroke = ReturnType<typeof useStroke>

/** A rectangle that one drag opens or closes, or Space and then Shift with the arrow keys. It can shrink again. */
function useStroke(windows: readonly AvailabilityWindow[], onChange: Options['onChange']) {
  const stroke = useRef<{ from: Cell; to: Cell; isOpen: boolean; before: typeof windows }>(undefined)
  const isOpen = (cell: Cell) => cellState(windows, cell).open !== undefined

  function paint(next: NonNullable<typeof stroke.current>) {
    stroke.current = next
    onChange(painted(next.before, next))
  }
  return {
    begin(from: Cell) {
      paint({ from, to: from, isOpen: !isOpen(from), before: windows })
    },
    /** @param from the start of a stroke that has not begun, which then continues what this cell is */
    extend(from: Cell, to: Cell) {
      const before = stroke.current ?? { from, to: from, isOpen: isOpen(from), before: windows }
      if (!isSame(before.to, to)) paint({ ...before, to })
    },
    end() {
      stroke.current = undefined
    },
  }
}

function usePointer(grid: RefObject<HTMLTableElement | null>, stroke: Stroke) {
  /** The cell where the pointer went down. */
  const pressed = useRef<Cell>(undefined)
  const isDragging = useRef(false)
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  useUnscrolled(grid, isDragging)

  function drag(from: Cell) {
    isDragging.current = true
    stroke.begin(from)
  }
  function release() {
    clearTimeout(hold.current)
    pressed.current = undefined
    if (isDragging.current) stroke.end()
  }
  return {
    onPointerDown({ target, isPrimary, button, pointerType }: PointerEvent) {
      const cell = cellOf(target)
      isDragging.current = false
      if (!cell || !isPrimary || button !== 0) return
      if (pointerType === 'touch') hold.current = setTimeout(drag, HOLD, cell)
      else pressed.current = cell
    },
    onPointerMove({ clientX, clientY, pointerId }: PointerEvent) {
      const from = pressed.current
      const cell = cellOf(document.elementFromPoint(clientX, clientY))
      if (!cell) return
      if (from && !isDragging.current && !isSame(from, cell)) {
        grid.current?.setPointerCapture(pointerId)
        drag(from)
      }
      if (isDragging.current) stroke.extend(cell, cell)
    },
    onPointerUp: release,
    /** The page scrolls. */
    onPointerCancel: release,
    /** Also the press of a screen reader, which moves no pointer. */
    onClick({ target }: MouseEvent) {
      const cell = cellOf(target)
      if (cell && !isDragging.current) stroke.begin(cell)
    },
    /** A finger that stays opens the menu of the browser. */
    onContextMenu(event: MouseEvent) {
      if (isDragging.current) event.preventDefault()
    },
  }
}

/** Keeps the page from scrolling under a finger that drags. React's listener is passive, and could not. */
function useUnscrolled(grid: RefObject<HTMLElement | null>, isDragging: RefObject<boolean>) {
  useEffect(() => {
    const element = grid.current
    const listen = (event: TouchEvent) => isDragging.current && event.preventDefault()
    element?.addEventListener('touchmove', listen, { passive: false })
    return () => element?.removeEventListener('touchmove', listen)
  }, [grid, isDragging])
}

function cellOf(element: EventTarget | null): Cell | undefined {
  const { cell } = (element as Element | null)?.closest<HTMLElement>('[data-cell]')?.dataset ?? {}
  const [day, row] = cell?.split(' ').map(Number) ?? []
  return day === undefined || row === undefined ? undefined : { day, row }
}

const isSame = (one: Cell, other: Cell) => one.day === other.day && one.row === other.row

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
