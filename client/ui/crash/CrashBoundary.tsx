import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react'

import { logError } from '#client/lib/error-log/error-log.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'

export interface Crash {
  error: unknown
  /** The logged entry. Undefined until it is logged. */
  entry: ClientErrorEntry | undefined
  /** Crashes of the children, including this one, since they were first shown or `resetKey` last changed. */
  count: number
  /** Renders the children again. */
  retry: () => void
}

interface CrashBoundaryProps {
  level: 'app' | 'page' | 'component'
  /** A new value resets the boundary: the children are rendered again, and the count restarts. */
  resetKey?: string
  /** Selects errors for the boundary above, such as a refusal that has its own screen. */
  passesOn?: (error: unknown) => boolean
  Screen: ComponentType<{ crash: Crash }>
  children: ReactNode
}

interface CrashState {
  resetKey: string | undefined
  /** Wrapped in an object, since anything can be thrown, including `undefined`. */
  crash: { error: unknown } | undefined
  entry: ClientErrorEntry | undefined
  count: number
}

/** The only class of the client: React has no hook that catches. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = {
    resetKey: this.props.resetKey,
    crash: undefined,
    entry: undefined,
    count: 0,
  }

  static getDerivedStateFromError(error: unknown): Partial<CrashState> {
    return { crash: { error } }
  }

  static getDerivedStateFromProps({ resetKey }: CrashBoundaryProps, state: CrashState) {
    return resetKey === state.resetKey ? null : { resetKey, crash: undefined, count: 0 }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    const { level } = this.props
    const entry = logError(error, { type: 'crash', metadata: { level }, componentStack })
    this.setState(({ count }) => ({ count: count + 1, entry }))
  }

  retry = () => this.setState({ crash: undefined })

  override render() {
    const { crash, entry, count } = this.state
    const { Screen, passesOn, children } = this.props
    if (!crash) return children
    if (passesOn?.(crash.error)) throw crash.error
    return <Screen crash={{ error: crash.error, entry, count, retry: this.retry }} />
  }
}
