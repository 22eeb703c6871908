/** The parts of Bombadil that `promises.ts` uses. It is no dependency: `npm run explore` fetches it. */
declare module '@antithesishq/bombadil' {
  interface Formula {
    implies: (that: Formula) => Formula
  }
  export function always(x: () => boolean | Formula): Formula
  export function next(x: () => boolean): Formula
}

declare module '@antithesishq/bombadil/browser' {
  type Range = number | [number, number]
  export type Action =
    | 'Back'
    | 'Forward'
    | 'Reload'
    | 'Wait'
    | { Click: { fingerprint: Record<string, string | null>; point: { x: number; y: number } } }
    | { TypeText: { text: 'Email' | { Regexp: string }; delayMillis: Range } }
    | { PressKey: { code: number } }
    | { ScrollDown: { origin: { x: number; y: number }; distance: Range } }
    | { ScrollUp: { origin: { x: number; y: number }; distance: Range } }

  interface State {
    document: Document
    window: Window
    navigationHistory: { back: { url: string }[]; current: { url: string } }
    lastAction: Action | null
  }
  export interface Generator {
    generate: () => unknown
  }
  export function extract<T>(query: (state: State) => T): {
    readonly current: T
    named: (name: string) => { readonly current: T }
  }
  export function actions(generate: () => Action[]): Generator
  export function weighted(value: [number, Action | Generator][]): Generator
}
