import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

import { CENTRED, type Crop, largestZoom, moved, type Point, type Size, zoomed } from './crop.ts'

const STEP = 0.04
const LARGE_STEP = 0.2
const ZOOM_STEP = 1.15
/** Zoom per pixel of wheel movement. */
const WHEEL_ZOOM = 0.0015

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Controls the crop of a picture by dragging, pinching, the wheel or the keyboard. */
export function useCrop(picture: Size, limits: Size, frame: RefObject<HTMLElement | null>) {
  const aspect = limits.width / limits.height
  const maxZoom = largestZoom(picture, limits)
  const [crop, setCrop] = useState<Crop>(CENTRED)

  const move = (x: number, y: number) => setCrop((now) => moved(picture, aspect, now, { x, y }))
  const zoomTo = (to: (now: number) => number, at?: Point) =>
    setCrop((now) => zoomed(picture, aspect, now, Math.min(Math.max(to(now.zoom), 1), maxZoom), at))

  /** The pointer's position as fractions of the frame. */
  function positionIn({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = frame.current?.getBoundingClientRect()
    if (!box) return { x: 0.5, y: 0.5 }
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }
  }

  useWheel(frame, (event) => zoomTo((now) => now * Math.exp(-event.deltaY * WHEEL_ZOOM), positionIn(event)))
  const pointers = usePointers({
    positionIn,
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

  return { crop, aspect, maxZoom, zoomTo, props: { ...pointers, onKeyDown } }
}

/** React's wheel listener is passive, and cannot keep the page from scrolling. */
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
  positionIn: (event: PointerEvent) => Point
  onDrag: (by: Point) => void
  onPinch: (factor: number, at: Point) => void
}

function usePointers({ positionIn, onDrag, onPinch }: Gestures) {
  const down = useRef(new Map<number, Point>())

  function onPointerMove(event: PointerEvent) {
    const before = down.current.get(event.pointerId)
    if (!before) return
    const now = positionIn(event)
    const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1]
    down.current.set(event.pointerId, now)
    // With two fingers, each contributes half of its movement.
    const share = other ? 0.5 : 1
    onDrag({ x: (now.x - before.x) * share, y: (now.y - before.y) * share })
    if (other) onPinch(distance(now, other) / distance(before, other), middle(now, other))
  }

  const release = (event: PointerEvent) => void down.current.delete(event.pointerId)
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current.set(event.pointerId, positionIn(event))
    },
    onPointerMove,
    onPointerUp: release,
    onPointerCancel: release,
  }
}

/** Never 0, since it is a divisor. */
const distance = (one: Point, other: Point) => Math.max(Math.hypot(one.x - other.x, one.y - other.y), 0.01)
const middle = (one: Point, other: Point) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
