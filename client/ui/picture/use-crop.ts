import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

import { CENTRED, type Crop, largestZoom, moved, type Point, type Size, zoomed } from './crop.ts'

const STEP = 0.04
const LARGE_STEP = 0.2
const ZOOM_STEP = 1.15
/** Per pixel that a wheel says it has turned. */
const WHEEL_ZOOM = 0.0015

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The part of a picture that a person chooses: by dragging, pinching, the wheel or the keyboard. */
export function useCrop(picture: Size, limits: Size, frame: RefObject<HTMLElement | null>) {
  const aspect = limits.width / limits.height
  const most = largestZoom(picture, limits)
  const [crop, setCrop] = useState<Crop>(CENTRED)

  const move = (x: number, y: number) => setCrop((now) => moved(picture, aspect, now, { x, y }))
  const zoomTo = (to: (now: number) => number, at?: Point) =>
    setCrop((now) => zoomed(picture, aspect, now, Math.min(Math.max(to(now.zoom), 1), most), at))

  /** Where on the page it is, as shares of the frame. */
  function shareOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = frame.current?.getBoundingClientRect()
    if (!box) return { x: 0.5, y: 0.5 }
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }
  }

  useWheel(frame, (event) => zoomTo((now) => now * Math.exp(-event.deltaY * WHEEL_ZOOM), shareOf(event)))
  const pointers = usePointers({
    shareOf,
    onDrag: ({ x, y }) => move(-x, -y),
    onPinch: (factor, at) => zoomTo((now) => now * factor, at),
  })

  function onKeyDown(event: KeyboardEvent) {
    const direction = DIRECTIONS[event.key]
    const step = event.shiftKey ? LARGE_STEP : STEP
    if (direction) move(direction.x * step, direction.y * step)
    else if (['+', '='].includes(event.key)) zoomTo((now) => now * ZOOM_STEP)
    else if (event.key === '-') zoomTo((now) => now / ZOOM_STEP)
    else return
    event.preventDefault()
  }

  return { crop, aspect, most, zoomTo, props: { ...pointers, onKeyDown } }
}

/** React listens passively, and could not keep the page from scrolling. */
function useWheel(frame: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void) {
  const latest = useRef(onWheel)
  useEffect(() => {
    latest.current = onWheel
  })
  useEffect(() => {
    const element = frame.current
    const listen = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(event)
    }
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [frame])
}

interface Gestures {
  shareOf: (event: PointerEvent) => Point
  onDrag: (by: Point) => void
  onPinch: (factor: number, at: Point) => void
}

function usePointers({ shareOf, onDrag, onPinch }: Gestures) {
  const down = useRef(new Map<number, Point>())

  function onPointerMove(event: PointerEvent) {
    const before = down.current.get(event.pointerId)
    if (!before) return
    const now = shareOf(event)
    const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1]
    down.current.set(event.pointerId, now)
    // Of two fingers each moves the picture by half of its own way.
    const share = other ? 0.5 : 1
    onDrag({ x: (now.x - before.x) * share, y: (now.y - before.y) * share })
    if (other) onPinch(distance(now, other) / distance(before, other), middle(now, other))
  }

  const release = (event: PointerEvent) => void down.current.delete(event.pointerId)
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current.set(event.pointerId, shareOf(event))
    },
    onPointerMove,
    onPointerUp: release,
    onPointerCancel: release,
  }
}

/** Never nothing, since it is divided by. */
const distance = (one: Point, other: Point) => Math.max(Math.hypot(one.x - other.x, one.y - other.y), 0.01)
const middle = (one: Point, other: Point) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
